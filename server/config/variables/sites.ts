import * as z from 'zod'
import { FooterPart } from '#contract/config/runtime-config.ts'
import { demoValues } from '../demo-values.ts'
import { hostOf, isDemosOwn, originFault, siteFault } from '../production-faults.ts'
import { address, ofTheDemo, optional, origin, origins, text, withFallback, words } from '../variable.ts'

const told = (whose: string, unset: string) =>
  optional(origin, { what: `origin of ${whose}, as \`/config.json\` tells it to browsers`, unset })

const unlocked = (what: string) =>
  optional(address, {
    what: `where readers find ${what}, linked from what they have unlocked`,
    unset: 'demo: on `PUBLISHER_URL`; otherwise no link',
  })

const footerParts = {
  schema: words.schema.pipe(z.array(z.enum(FooterPart.options))),
  form: `a list of ${FooterPart.options.join(' and ')}, by commas`,
}

/** Origins of the sites, their cookies and brand. */
export const siteVariables = {
  PUBLIC_URL: optional(origin, {
    what: 'where readers open the account area',
    unset: '`http://HOST:PORT`; `http://localhost:PORT` when `HOST` is a loopback or every address',
    example: 'https://profil.noviny.sk',
    production: 'needed',
    fault: originFault,
  }),
  LOGIN_URL: optional(origin, {
    what: 'where the central login is, when not at PUBLIC_URL',
    unset: '`PUBLIC_URL`',
    example: 'https://login.noviny.sk',
    fault: originFault,
  }),
  CONTENT_URL: optional(origin, { what: 'origin of the layout blocks', unset: '`PUBLIC_URL`' }),
  FEATURES_URL: optional(origin, { what: 'origin of the feature flags', unset: '`PUBLIC_URL`' }),
  STORE_URL: optional(address, {
    what: 'address of your own shop',
    more: 'its pages may call the API, and links lead there instead of to the embedded one',
    unset: 'the embedded shop, `LOGIN_URL/obchod`',
    example: 'https://obchod.noviny.sk/predplatne',
  }),
  PUBLISHER_URL: ofTheDemo(origin, `https://${demoValues.domain}`, {
    what: 'the newspaper itself, where the logo leads',
    example: 'https://www.noviny.sk',
    fault: siteFault,
  }),
  SITE_URLS: withFallback(origins(/^https?$/), '', {
    what: 'other sites of yours, by commas',
    more: 'their pages may call the API as the reader, e.g. to count a device that reads',
    unset: 'none',
    example: 'https://noviny.sk,https://sport.noviny.sk',
  }),
  FORUM_SITE_URL: told('discussions', '`PUBLIC_URL`'),
  BLOG_URL: told('blogs', '`PUBLISHER_URL`'),
  MAILER_URL: told('the system for mails', '`PUBLIC_URL`'),
  CRM_URL: told('the system for customers', '`PUBLIC_URL`'),
  NOTIFICATIONS_URL: told('the system for notifications', '`PUBLIC_URL`'),
  IMAGES_URL: told('the pictures', '`CONTENT_URL`'),
  TODAY_PDF_URL: unlocked('today’s issue as PDF'),
  EBOOKS_URL: unlocked('the e-books'),
  APP_URL: unlocked('the app'),
  DISCUSSIONS_URL: unlocked('the discussions'),
  COOKIE_DOMAIN: withFallback(
    {
      schema: z.string().transform(domain => domain.trim().toLowerCase().replace(/^\./, '')),
      form: 'a domain',
    },
    '',
    {
      what: 'base domain of the cookies, when the central login has a host of its own',
      more: 'the account area and the login have to be under it',
      unset: 'one host',
      example: 'noviny.sk',
      missing: ({ PUBLIC_URL: account, LOGIN_URL: login }) =>
        // Cookies of one host are not sent to the other.
        account !== undefined && login !== undefined && hostOf(account) !== hostOf(login)
          ? 'is missing, since PUBLIC_URL and LOGIN_URL are different hosts'
          : undefined,
    },
  ),
  COUNTRY_HEADER: optional(
    { schema: text.schema.transform(name => name.toLowerCase()), form: 'the name of a header' },
    {
      what: 'header in which your proxies tell the country of a request, e.g. `CF-IPCountry`',
      more: 'a change from a country where the reader never was is then asked to be confirmed',
      unset: 'none',
    },
  ),
  BRAND_DIR: optional(text, {
    what: 'folder of the publisher’s own look and words, e.g. `brands/kurier`',
    more: '[docs/branding.md](branding.md)',
    unset: 'ours',
  }),
  FOOTER_WITHOUT: withFallback(footerParts, '', {
    what: 'what our footer leaves to the publisher’s own, which comes with the layout blocks and has it too',
    more: '`help` is the address of the help, and how soon an answer comes; `accessibility` the statement. Where the publisher’s footer does not come, ours has all of it',
    unset: 'nothing',
    example: 'help,accessibility',
  }),
  SHOP_PLANS: withFallback(words, demoValues.shopPlans, {
    what: 'codes of the plans that the shop shows first, side by side, from the smallest',
    more: 'each says what it adds to the one before, so it has to unlock all that the former does, for one person: once products are loaded, a server does not start otherwise; what is not sold is left out, and one alone is no comparison',
    unset: 'those of the demo; a shop without them shows all products below each other',
    example: 'standard_1y,premium_1y',
  }),
  IMAGE_PATH_PATTERN: withFallback(text, '/image/{width}x{height}/{id}', {
    what: 'how the image service’s addresses are made',
  }),
  FEATURES_CLIENT_KEY: optional(text, {
    what: 'names this site to the service of feature flags',
    more: 'the embedded one or your own GrowthBook at `FEATURES_URL`; `off`: no flags, and nothing of them is fetched or answered',
    unset: `demo: \`${demoValues.featuresClientKey}\`; otherwise off`,
    example: 'sdk-noviny',
    fault: isDemosOwn(demoValues.featuresClientKey),
  }),
  EXPERIMENT_RESULTS_URL: optional(address, {
    what: 'where browsers say which variation of an experiment they showed',
    more: '`POST` of `{"experiment_key", "variation_id", "variation_key", "hash_attribute", "hash_value"}` as JSON; its origin has to allow that by CORS',
    unset: 'the embedded service, which counts them in the table `experiment_results`',
  }),
  STOP_SURVEY_ID: withFallback(text, 'stop-recurrence', { what: 'survey of the stop flow' }),
  STOP_UPGRADE_SURVEY_ID: withFallback(text, 'stop-recurrence-upgrade', {
    what: 'its survey about the upgrade that was offered',
  }),
} as const
