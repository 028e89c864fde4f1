import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Provider } from '../identity/provider.ts'
import { ServiceMode } from './service-mode.ts'

const text = z.string().check(z.minLength(1))
const origin = z.url({ protocol: /^https?$/ })

/** A text in both languages. */
const Texts = z.object({ sk: text, en: text })

/** What staff say is broken at present; for everybody, or for readers who have one of these rights. */
export const KnownTrouble = z.object({
  code: text,
  title: Texts,
  text: Texts,
  link: z.nullable(origin),
  access: z.array(text),
})
export type KnownTrouble = z.infer<typeof KnownTrouble>

/** Links that our footer and the publisher's may both have. */
export const FooterPart = z.enum(['help', 'accessibility'])

/**
 * Runtime configuration of the browser, read before anything is shown (R2.31, R3.01). A service that is not
 * configured is `null`.
 */
export const RuntimeConfig = z.object({
  environment: text,
  version: text,
  /** Base domain of the cookies; empty when they belong to one host only. */
  domain: z.string(),
  captcha_public_key: z.nullable(text),
  /** Where the captcha's script is, when it is not Google's. */
  captcha_script_url: z.optional(z.url({ protocol: /^https?$/ })),
  marketing_token: z.nullable(text),
  /** Script of the marketing service; fetched only for readers who agree. */
  marketing_script_url: z.optional(origin),
  /** Whom readers agree with: the service's company. */
  marketing_name: z.optional(text),
  /** Script of the live chat; fetched only for readers who open it. */
  chat_script_url: z.optional(origin),
  stop_recurrence_survey_id: text,
  stop_recurrence_upgrade_survey_id: text,
  hosts: z.object({
    /** The account area itself, for links back to it. */
    account: origin,
    publisher: origin,
    forum: origin,
    blog: origin,
    central_login: origin,
    mailer: origin,
    crm: origin,
    image_management: origin,
    notifications: origin,
    content: origin,
    features: origin,
    /** Full address of the shop, with its path. */
    store: origin,
  }),
  services_email: z.email(),
  login_url: origin,
  login_cookie_name: text,
  /** Identity providers for sign-in; none when missing. */
  sign_in_providers: z.optional(z.array(Provider)),
  /** Domain that passkeys belong to (RP ID); missing where there can be none. */
  passkey_domain: z.optional(text),
  helpdesk_email: z.email(),
  forum_email: z.email(),
  /** What staff have closed, and till when if they know; nothing when missing. */
  service_mode: z.optional(z.object({ name: ServiceMode, until: z.nullable(z.iso.datetime()) })),
  /** None when missing. */
  known_troubles: z.optional(z.array(KnownTrouble)),
  /** Telephone of the help desk and when somebody is there next; none when missing. */
  help_phone: z.optional(
    z.object({ number: text, open: z.array(z.object({ from: z.iso.datetime(), to: z.iso.datetime() })) }),
  ),
  /** Within how many hours the help desk answers. */
  help_answer_hours: z.optional(z.int()),
  /** Where readers find what is unlocked; what has no address is a word. */
  unlocked_urls: z.optional(
    z.object({
      pdf: z.optional(origin),
      ebooks: z.optional(origin),
      app: z.optional(origin),
      discussions: z.optional(origin),
    }),
  ),
  /** Links that our footer leaves to the publisher's own; none when missing. */
  footer_without: z.optional(z.array(FooterPart)),
  /** Codes of the plans that the shop compares, from the smallest; none when missing. */
  shop_plans: z.optional(z.array(text)),
  image_path_pattern: text,
  features_client_key: z.nullable(text),
  /** Where the browser sends which variation of an experiment it showed. */
  experiment_results_url: z.nullable(origin),
  error_reporting: z.object({ dsn: z.nullable(z.url()), sample_rate: z.number() }),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const readRuntimeConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  summary: 'Runtime configuration of the account area',
  tag: 'Start-up',
  access: 'public',
  success: { status: 200, body: RuntimeConfig },
})
