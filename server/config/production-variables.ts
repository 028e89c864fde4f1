import { publicTestKey } from './captcha.ts'
import {
  emailFault,
  type Given,
  hostOf,
  isDemosOwn,
  keyFault,
  originFault,
  secretFault,
  siteFault,
  stripeFault,
} from './production-faults.ts'

/** One variable that production needs, or that must not be the demo's there. */
type Wanted = {
  name: string
  /** What it is, in words for whoever installs the product. */
  what: string
  example?: string
  /** Where there is no example: how to come to a value. */
  cure?: string
  /** May be left out; then it is judged only when it is set. */
  isOptional?: boolean
  /** Why this value cannot stand, in words that follow its name; undefined when it can. */
  fault?: (value: string, given: Given) => string | undefined
}

const emails: [string, string][] = [
  ['MAIL_FROM', 'sender of all mails'],
  ['HELPDESK_EMAIL', 'address at which readers ask for help'],
  ['SERVICES_EMAIL', 'address for matters of subscriptions'],
  ['FORUM_EMAIL', 'address for matters of discussions'],
]

const supplier: [name: string, what: string, example: string, demos: string][] = [
  ['SUPPLIER_NAME', 'who sells, as it stands on invoices', 'Noviny, a. s.', 'Vydavateľstvo Denník, a. s.'],
  ['SUPPLIER_STREET', 'its street and number', 'Hlavná 1', 'Novinárska 7'],
  ['SUPPLIER_CITY', 'its postcode and town', '040 01 Košice', '811 09  Bratislava'],
  ['SUPPLIER_COMPANY_ID', 'its company number (IČO)', '12345678', '99000105'],
  ['SUPPLIER_TAX_ID', 'its tax number (DIČ)', '2021234567', '2990000103'],
  ['SUPPLIER_VAT_ID', 'its VAT number (IČ DPH)', 'SK2021234567', 'SK2990000103'],
  [
    'SUPPLIER_REGISTER',
    'where it is registered',
    'Obchodný register Mestského súdu Košice, oddiel Sa, vložka 1/V',
    'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B',
  ],
]

const ofTheDemo: [string, string][] = [
  ['DEMO_GATEWAY_PORT', 'port of the demo’s payment gateway'],
  ['DEMO_GATEWAY_URL', 'address of a demo payment gateway'],
  ['DEMO_GATEWAY_KEY', 'key of a demo payment gateway'],
  ['DEMO_IDENTITY_PORT', 'port of the demo’s identity providers'],
  ['DEMO_CAPTCHA_PORT', 'port of the demo’s captcha'],
  ['DEMO_OUTSIDE_PORT', 'port of the demo’s live chat and marketing service'],
]

/** What production is asked for, each with what it is and an example. */
export const productionVariables: readonly Wanted[] = [
  {
    name: 'DATABASE_URL',
    what: 'your own PostgreSQL, 15 or later',
    example: 'postgres://profil:PASSWORD@db.noviny.sk:5432/profil',
  },
  {
    name: 'PUBLIC_URL',
    what: 'where readers open the account area',
    example: 'https://profil.noviny.sk',
    fault: originFault,
  },
  {
    name: 'LOGIN_URL',
    what: 'where the central login is, when not at PUBLIC_URL',
    example: 'https://login.noviny.sk',
    isOptional: true,
    fault: originFault,
  },
  {
    name: 'PUBLISHER_URL',
    what: 'the newspaper itself, where the logo leads',
    example: 'https://www.noviny.sk',
    fault: siteFault,
  },
  {
    name: 'APP_SECRET',
    what: 'at least 32 random characters that key links, codes and limits; the same in all processes',
    cure: 'npm run make-secrets prints one',
    fault: secretFault,
  },
  {
    name: 'TOKEN_SIGNING_KEY',
    what: 'private key that signs the sessions, a JWK of P-256; the same in all processes',
    cure: 'npm run make-secrets prints one',
    fault: keyFault,
  },
  {
    name: 'SMTP_URL',
    what: 'the mail server that takes our mails',
    example: 'smtp://user:PASSWORD@mail.noviny.sk:587',
    fault: siteFault,
  },
  ...emails.map(([name, what]) => ({ name, what, example: 'profil@noviny.sk', fault: emailFault })),
  ...supplier.map(([name, what, example, demos]) => ({ name, what, example, fault: isDemosOwn(demos) })),
  {
    name: 'BANK_IBAN',
    what: 'account to which readers send transfers',
    example: 'SK89 7500 0000 0000 1234 5671',
    fault: isDemosOwn('SK3112000000198742637541'),
  },
  {
    name: 'BANK_BENEFICIARY',
    what: 'whose account it is',
    example: 'Noviny, a. s.',
    fault: isDemosOwn('Vydavateľstvo Denník, a. s.'),
  },
  {
    name: 'STRIPE_SECRET_KEY',
    what: 'key by which Stripe takes cards for you',
    example: 'sk_live_…',
    fault: stripeFault,
  },
  {
    name: 'STRIPE_WEBHOOK_SECRET',
    what: 'signing secret of Stripe’s messages to LOGIN_URL/webhooks/payments/stripe',
    example: 'whsec_…',
  },
  {
    name: 'COOKIE_DOMAIN',
    what: 'base domain of the cookies, when the central login has a host of its own',
    example: 'noviny.sk',
    isOptional: true,
  },
  {
    name: 'FEATURES_CLIENT_KEY',
    what: 'names this site to the service of feature flags',
    example: 'sdk-noviny',
    isOptional: true,
    fault: isDemosOwn('sdk-demo'),
  },
  {
    name: 'CAPTCHA_PUBLIC_KEY',
    what: 'public key of the captcha',
    cure: 'its provider gives it',
    isOptional: true,
    fault: isDemosOwn('demo-captcha', publicTestKey),
  },
  ...ofTheDemo.map(([name, what]) => ({
    name,
    what,
    cure: 'leave it out',
    isOptional: true,
    fault: () => 'belongs to the demo only',
  })),
]

/**
 * All that keeps a production from starting, each in one sentence: what is missing, and what is still the demo's.
 *
 * @param given the variables that are set
 */
export function findProductionFaults(given: Given): string[] {
  return productionVariables.flatMap(variable => {
    const value = given[variable.name]
    const fault = value === undefined ? missing(variable, given) : variable.fault?.(value, given)
    if (fault === undefined) return []
    return [`${variable.name} ${fault}: ${variable.what}; ${cureOf(variable)}.`]
  })
}

const cureOf = ({ name, example, cure }: Wanted): string => cure ?? `e.g. ${name}="${example}"`

function missing({ name, isOptional }: Wanted, given: Given): string | undefined {
  if (!isOptional) return 'is missing'
  const { PUBLIC_URL: account, LOGIN_URL: login } = given
  // Cookies of one host are not sent to the other.
  const needsDomain =
    name === 'COOKIE_DOMAIN' &&
    account !== undefined &&
    login !== undefined &&
    hostOf(account) !== hostOf(login)
  return needsDomain ? 'is missing, since PUBLIC_URL and LOGIN_URL are different hosts' : undefined
}
