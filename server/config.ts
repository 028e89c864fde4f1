import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { collectorAddress, localEnvironment } from '#contract/error-reports/error-report.ts'
import { recordExperimentResult } from '#contract/feature-flags/feature-flags.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { type Brand, readBrand } from './brand.ts'
import { captchaAt, googleCaptcha } from './captcha-hosts.ts'
import { checkHosts } from './check-hosts.ts'
import {
  type IdentityConfig,
  identityGroups,
  identityVariables,
  toIdentityConfig,
} from './identity-config.ts'
import { outsideGroups, outsideVariables, toOutsideConfig } from './outside-config.ts'
import { projectRoot } from './platform/project-root.ts'
import type { Settings } from './platform/settings.ts'
import { StartupError } from './platform/startup-error.ts'
import { findProductionFaults, type Given } from './production-variables.ts'

const text = z.string().min(1)
const origin = z.url({ protocol: /^https?$/ }).transform(url => new URL(url).origin)

/** Who sells; the demo's publisher when nothing is given. */
const supplierVariables = z.object({
  SUPPLIER_NAME: text.optional(),
  SUPPLIER_STREET: text.default('Novinárska 7'),
  SUPPLIER_CITY: text.default('811 09  Bratislava'),
  SUPPLIER_COMPANY_ID: text.default('99000105'),
  SUPPLIER_TAX_ID: text.default('2990000103'),
  SUPPLIER_VAT_ID: text.default('SK2990000103'),
  SUPPLIER_REGISTER: text.default(
    'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B',
  ),
})

/** Every variable that the server reads, with what is taken when it is not set; docs/configuration.md explains them. */
const Environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: text.default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  DATA_DIR: text.default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  PUBLIC_URL: origin.optional(),
  LOGIN_URL: origin.optional(),
  CONTENT_URL: origin.optional(),
  FEATURES_URL: origin.optional(),
  STORE_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUBLISHER_URL: origin.default('https://dennik.example'),
  SITE_URLS: z
    .string()
    .transform(list => list.split(',').flatMap(each => each.trim() || []))
    .pipe(z.array(origin))
    .default([]),
  COOKIE_DOMAIN: z
    .string()
    .transform(domain => domain.trim().toLowerCase().replace(/^\./, ''))
    .default(''),
  TRUSTED_PROXIES: z.string().default(''),
  APP_SECRET: z.string().min(32).optional(),
  TOKEN_SIGNING_KEY: text.optional(),
  TOKEN_FORMER_KEYS: text.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  SMS_TOKEN: text.optional(),
  FORUM_URL: z.url({ protocol: /^https?$/ }).optional(),
  FORUM_TOKEN: text.optional(),
  BANK_IBAN: text
    .transform(iban => iban.replaceAll(' ', '').toUpperCase())
    .refine(isIban)
    .optional(),
  BANK_BENEFICIARY: text.default('Denník, a. s.'),
  REFUND_ENDS_ACCESS: z.enum(['yes', 'no']).default('yes'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  DEMO_GATEWAY_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  DEMO_GATEWAY_URL: origin.optional(),
  DEMO_GATEWAY_KEY: z.string().min(16).optional(),
  MAIL_FROM: z.email().default('profil@dennik.example'),
  HELPDESK_EMAIL: z.email().default('pomoc@dennik.example'),
  SERVICES_EMAIL: z.email().default('predplatne@dennik.example'),
  FORUM_EMAIL: z.email().default('diskusie@dennik.example'),
  IMAGE_PATH_PATTERN: text.default('/image/{width}x{height}/{id}'),
  CAPTCHA_PUBLIC_KEY: text.optional(),
  CAPTCHA_SECRET_KEY: text.optional(),
  CAPTCHA_SCRIPT_URL: z.url({ protocol: /^https?$/ }).default(googleCaptcha.scriptUrl),
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).default(googleCaptcha.verifyUrl),
  DEMO_CAPTCHA_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  COUNTRY_HEADER: text.transform(name => name.toLowerCase()).optional(),
  FEATURES_CLIENT_KEY: text.optional(),
  EXPERIMENT_RESULTS_URL: z.url({ protocol: /^https?$/ }).optional(),
  ENVIRONMENT: text.optional(),
  BRAND_DIR: text.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  WORKER_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SENTRY_DSN: z
    .string()
    .refine(dsn => collectorAddress(dsn) !== undefined)
    .optional(),
  STOP_SURVEY_ID: text.default('stop-recurrence'),
  STOP_UPGRADE_SURVEY_ID: text.default('stop-recurrence-upgrade'),
  ...supplierVariables.shape,
  ...identityVariables,
  ...outsideVariables,
})
type Environment = z.infer<typeof Environment>

const cures: Record<string, string> = {
  MODE: 'demo or production',
  PORT: 'a whole number from 1 to 65535, e.g. PORT=3000',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
  APP_SECRET: 'at least 32 random characters',
  SMTP_URL: 'an address such as smtp://user:password@host:587',
  SMS_URL: 'an address such as https://sms.example/send',
  FORUM_URL: 'an address such as https://forum.example/api',
  BANK_IBAN: 'the number of an account, e.g. SK31 1200 0000 1987 4263 7541',
  REFUND_ENDS_ACCESS: 'yes or no',
  SITE_URLS: 'addresses separated by commas, e.g. https://noviny.sk,https://sport.noviny.sk',
  SENTRY_DSN: 'an address with a key and a project, e.g. https://KEY@errors.example/1',
  DEMO_GATEWAY_PORT: 'a whole number from 1 to 65535',
  DEMO_IDENTITY_PORT: 'a whole number from 1 to 65535',
  DEMO_CAPTCHA_PORT: 'a whole number from 1 to 65535',
  DEMO_OUTSIDE_PORT: 'a whole number from 1 to 65535, or off',
  DEMO_GATEWAY_KEY: 'at least 16 characters',
  METRICS_TOKEN: 'at least 16 characters',
  WORKER_PORT: 'a whole number from 1 to 65535',
  CHAT_SCRIPT_URL: 'the address of a script, e.g. https://chat.example/widget.js',
  CHAT_HOSTS: 'addresses of hosts, by commas, e.g. https://a.example,wss://b.example',
  MARKETING_SCRIPT_URL: 'the address of a script, e.g. https://tag.example/tag.js',
  MARKETING_HOSTS: 'addresses of hosts, by commas, e.g. https://a.example,https://b.example',
}

/** The configuration of one process: what modules may know, and what only the start needs. */
export type Config = Omit<Settings, 'appSecret' | 'tokenSigningKey'> & {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  logLevel: string
  trustedProxies: string[]
  /** The publisher's own words, in the place of ours. */
  texts: Brand['texts']
  /** Port on which a worker answers about itself; without it, it answers nobody. */
  workerPort: number | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  smsToken: string | undefined
  /** The publisher's own forum; without it, the embedded one. */
  forum: { url: string; token: string | undefined } | undefined
  stripe: { secretKey: string; webhookSecret: string } | undefined
  demoGateway: {
    /** Port on which the demo starts a gateway of its own. */
    port: number
    /** Address of one that runs already, and the key of its calls where it is not the demo's own. */
    url: string | undefined
    key: string | undefined
  }
  /** Services by whose accounts readers sign in. */
  identity: IdentityConfig
  captchaSecretKey: string | undefined
  captchaVerifyUrl: string
  /** Port on which the demo starts a captcha of its own. */
  demoCaptchaPort: number
  /** Port on which the demo starts a live chat and a marketing service of its own; undefined where it shall not. */
  demoOutsidePort: number | undefined
  /** Not set in the demo mode, which makes its own and keeps them in the data folder. */
  appSecret: string | undefined
  tokenSigningKey: string | undefined
}

/**
 * Reads the configuration.
 *
 * @param environment usually `process.env`
 * @throws StartupError with one line for each variable that cannot be used, and how to mend it; in production also for
 *   each that is missing or still the demo's
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const unusable = new Set(parsed.error?.issues.map(issue => String(issue.path[0])))
  const faults = [
    ...[...unusable].map(explain),
    ...groups.flatMap(group => halfGiven(given, group)),
    ...(given['MODE'] === 'production' ? findProductionFaults(given) : []).filter(
      fault => !unusable.has(fault.split(' ', 1)[0] ?? ''),
    ),
  ]
  if (!parsed.success || faults.length > 0) throw new StartupError(faultsText(faults, given))
  return toConfig(parsed.data)
}

const explain = (name: string) =>
  `${name} cannot be used: set it to ${cures[name] ?? 'what docs/configuration.md says'}.`

/** Variables of which either all are set or none. */
const groups = [...identityGroups, ...outsideGroups, ['CAPTCHA_PUBLIC_KEY', 'CAPTCHA_SECRET_KEY']]

function halfGiven(given: Given, names: readonly string[]): string[] {
  const missing = names.filter(name => given[name] === undefined)
  const other = names.find(name => given[name] !== undefined)
  if (missing.length === 0 || other === undefined) return []
  const verb = missing.length === 1 ? 'is' : 'are'
  return [`${missing.join(', ')} ${verb} missing beside ${other}: set all of ${names.join(', ')}, or none.`]
}

const faultsText = (faults: readonly string[], { MODE }: Given) =>
  MODE === 'production'
    ? `MODE=production does not start as it is configured; docs/configuration.md explains every variable.\n${faults
        .map(fault => `  ${fault}`)
        .join('\n')}`
    : faults.join('\n')

function toConfig(env: Environment): Config {
  const account = env.PUBLIC_URL ?? `http://${env.HOST === '0.0.0.0' ? '127.0.0.1' : env.HOST}:${env.PORT}`
  const login = env.LOGIN_URL ?? account
  const storeUrl = env.STORE_URL ?? `${login}${shopPaths.catalogue}`
  const store = new URL(storeUrl).origin
  const origins = {
    account,
    login,
    content: env.CONTENT_URL ?? account,
    features: env.FEATURES_URL ?? account,
    store,
    publisher: env.PUBLISHER_URL,
  }
  checkHosts({ ...origins, cookieDomain: env.COOKIE_DOMAIN })
  const environment = env.ENVIRONMENT ?? (env.MODE === 'demo' ? localEnvironment : env.MODE)
  return {
    mode: env.MODE,
    version: readVersion(),
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(projectRoot, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES.split(',')
      .map(each => each.trim())
      .filter(Boolean),
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    smsToken: env.SMS_TOKEN,
    forum:
      env.FORUM_URL === undefined
        ? undefined
        : { url: env.FORUM_URL.replace(/\/+$/, ''), token: env.FORUM_TOKEN },
    canSendSms: env.SMS_URL !== undefined,
    // The account of the examples in the bank association's standard: nobody's.
    bank: { iban: env.BANK_IBAN ?? 'SK3112000000198742637541', beneficiary: env.BANK_BENEFICIARY },
    stripe: stripeOf(env),
    identity: toIdentityConfig(env, env.PORT),
    demoGateway: {
      port: env.DEMO_GATEWAY_PORT ?? Math.min(env.PORT + 1, 65_535),
      url: env.DEMO_GATEWAY_URL,
      key: env.DEMO_GATEWAY_KEY,
    },
    origins,
    storeUrl,
    siteOrigins: env.SITE_URLS,
    trustedOrigins: [...new Set([account, login, store, ...env.SITE_URLS])],
    cookieDomain: env.COOKIE_DOMAIN,
    secureCookies: login.startsWith('https:'),
    appSecret: env.APP_SECRET,
    tokenSigningKey: env.TOKEN_SIGNING_KEY,
    tokenFormerKeys: env.TOKEN_FORMER_KEYS,
    emails: {
      from: env.MAIL_FROM,
      helpdesk: env.HELPDESK_EMAIL,
      services: env.SERVICES_EMAIL,
      forum: env.FORUM_EMAIL,
    },
    captchaPublicKey: env.CAPTCHA_PUBLIC_KEY ?? null,
    captchaSecretKey: env.CAPTCHA_SECRET_KEY,
    captchaVerifyUrl: env.CAPTCHA_VERIFY_URL,
    captcha: captchaAt(env.CAPTCHA_SCRIPT_URL),
    demoCaptchaPort: env.DEMO_CAPTCHA_PORT ?? Math.min(env.PORT + 3, 65_535),
    countryHeader: env.COUNTRY_HEADER ?? null,
    ...toOutsideConfig(env, env.PORT),
    ...flagsOf(env, origins.features),
    environment,
    ...brandOf(env),
    metricsToken: env.METRICS_TOKEN ?? null,
    workerPort: env.WORKER_PORT,
    errorReportingDsn: environment === localEnvironment ? null : (env.SENTRY_DSN ?? null),
    imagePathPattern: env.IMAGE_PATH_PATTERN,
    refundEndsAccess: env.REFUND_ENDS_ACCESS === 'yes',
    surveys: { stop: env.STOP_SURVEY_ID, stopUpgrade: env.STOP_UPGRADE_SURVEY_ID },
    supplier: toSupplier(env),
  }
}

function brandOf({ BRAND_DIR: folder }: Environment): Brand {
  return readBrand(folder === undefined ? undefined : resolve(projectRoot, folder))
}

/** Without a key there are no flags; the demo has one, which `off` takes away. */
function flagsOf({ MODE, FEATURES_CLIENT_KEY, EXPERIMENT_RESULTS_URL }: Environment, host: string) {
  const key = FEATURES_CLIENT_KEY ?? (MODE === 'demo' ? 'sdk-demo' : 'off')
  const featuresClientKey = key === 'off' ? null : key
  const path = recordExperimentResult.path.replace(':clientKey', encodeURIComponent(key))
  return {
    featuresClientKey,
    experimentResultsUrl:
      featuresClientKey === null ? null : (EXPERIMENT_RESULTS_URL ?? new URL(path, host).href),
  }
}

const stripeOf = ({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }: Environment) =>
  secretKey === undefined || webhookSecret === undefined ? undefined : { secretKey, webhookSecret }

/** Whether the two check digits of an account's number fit (ISO 13616). */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}

/**
 * Who sells, as it stands on documents: all that a load of the publisher's files needs of the configuration.
 *
 * @param environment usually `process.env`
 */
export const loadSupplier = (environment: Record<string, string | undefined>): Config['supplier'] =>
  toSupplier(supplierVariables.parse(environment))

const toSupplier = (env: z.infer<typeof supplierVariables>): Config['supplier'] => ({
  name: env.SUPPLIER_NAME ?? 'Vydavateľstvo Denník, a. s.',
  street: env.SUPPLIER_STREET,
  city: env.SUPPLIER_CITY,
  companyId: env.SUPPLIER_COMPANY_ID,
  taxId: env.SUPPLIER_TAX_ID,
  vatId: env.SUPPLIER_VAT_ID,
  register: env.SUPPLIER_REGISTER,
})

function readVersion(): string {
  const { version } = z
    .object({ version: text })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  return version
}
