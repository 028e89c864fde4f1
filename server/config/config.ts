import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { localEnvironment } from '#contract/error-reports/error-report.ts'
import { recordExperimentResult } from '#contract/feature-flags/feature-flags.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { isLocal, reachedAt } from '../platform/process/listen.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import type { Settings } from '../platform/settings.ts'
import { toBank } from './bank.ts'
import { type Brand, readBrand } from './brand.ts'
import { findBrandFolder } from './brand-folder.ts'
import { captchaAt } from './captcha.ts'
import { checkHosts, passkeyDomainOf } from './check-hosts.ts'
import { demoValues } from './demo-values.ts'
import type { Environment } from './environment.ts'
import { toHelpDesk } from './help-desk.ts'
import { type IdentityConfig, toIdentityConfig } from './identity.ts'
import { toOutsideConfig } from './outside-services.ts'
import { readEnvironment } from './read-environment.ts'
import { toSupplier } from './supplier.ts'

/** The configuration of one process: the settings that modules may read, and what only the start needs. */
export type Config = Omit<Settings, 'appSecret' | 'tokenSigningKey'> & {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | undefined
  databaseDirectUrl: string | undefined
  logLevel: string
  trustedProxies: string[]
  /** Most client connections of a server. */
  maxConnections: number
  /** The brand's texts, which replace ours. */
  texts: Brand['texts']
  /** Port of a worker's health check and metrics; without it, it has none. */
  workerPort: number | undefined
  smtpUrl: string | undefined
  smsUrl: string | undefined
  smsToken: string | undefined
  /** The publisher's own forum; without it, the embedded one. */
  forum: { url: string; token: string | undefined } | undefined
  /** Where a discussion of the embedded forum is read, with `{code}` in the place of its name. */
  discussionUrl: string | undefined
  stripe: { secretKey: string; webhookSecret: string } | undefined
  demoGateway: {
    /** Port on which the demo starts a gateway of its own. */
    port: number
    /** Address of a demo gateway that runs already, and its API key where that is not the demo's own. */
    url: string | undefined
    key: string | undefined
  }
  identity: IdentityConfig
  captchaSecretKey: string | undefined
  captchaVerifyUrl: string
  /** Port on which the demo starts a captcha of its own. */
  demoCaptchaPort: number
  /** Port of the demo's own live chat and marketing service; undefined where they are not started. */
  demoOutsidePort: number | undefined
  /** Not set in the demo mode, which generates secrets and keeps them in the data folder. */
  appSecret: string | undefined
  tokenSigningKey: string | undefined
}

/**
 * Reads the configuration of one process from its environment variables.
 *
 * @param environment usually `process.env`
 * @throws StartupError with one line for each variable that cannot be used, and how to mend it; in production
 * also for each that is missing or still the demo's
 */
export const loadConfig = (environment: Record<string, string | undefined>): Config =>
  toConfig(readEnvironment(environment))

function toConfig(env: Environment): Config {
  const { termsFiles, ...brand } = brandOf(env)
  const account = env.PUBLIC_URL ?? openedAt(env.HOST, env.PORT)
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
    background: env.BACKGROUND,
    version: readVersion(),
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(projectRoot, env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_URL === undefined ? undefined : env.DATABASE_DIRECT_URL,
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES,
    maxConnections: env.MAX_CONNECTIONS,
    smtpUrl: env.SMTP_URL,
    smsUrl: env.SMS_URL,
    smsToken: env.SMS_TOKEN,
    forum:
      env.FORUM_URL === undefined
        ? undefined
        : { url: env.FORUM_URL.replace(/\/+$/, ''), token: env.FORUM_TOKEN },
    reservedNicknames: env.RESERVED_NICKNAMES,
    discussionUrl:
      env.DISCUSSION_URL ?? (env.MODE === 'demo' ? `${env.PUBLISHER_URL}/diskusie/{code}` : undefined),
    canSendSms: env.SMS_URL !== undefined,
    bank: toBank(env),
    gateway: env.STRIPE_SECRET_KEY === undefined ? 'demo' : 'stripe',
    stripe: stripeOf(env),
    identity: toIdentityConfig(env, env.PORT),
    demoGateway: {
      port: env.DEMO_GATEWAY_PORT ?? Math.min(env.PORT + 1, 65_535),
      url: env.DEMO_GATEWAY_URL,
      key: env.DEMO_GATEWAY_KEY,
    },
    origins,
    otherHosts: {
      forum: env.FORUM_SITE_URL ?? account,
      blog: env.BLOG_URL ?? origins.publisher,
      mailer: env.MAILER_URL ?? account,
      crm: env.CRM_URL ?? account,
      notifications: env.NOTIFICATIONS_URL ?? account,
      image_management: env.IMAGES_URL ?? origins.content,
    },
    storeUrl,
    siteOrigins: env.SITE_URLS,
    trustedOrigins: [...new Set([account, login, store, ...env.SITE_URLS, ...loopbackOf(env.MODE, account)])],
    cookieDomain: env.COOKIE_DOMAIN,
    passkeyDomain: passkeyDomainOf(env.COOKIE_DOMAIN, login),
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
    helpDesk: toHelpDesk(env),
    unlockedUrls: unlockedUrlsOf(env),
    captchaPublicKey: env.CAPTCHA_PUBLIC_KEY ?? null,
    captchaSecretKey: env.CAPTCHA_SECRET_KEY,
    captchaVerifyUrl: env.CAPTCHA_VERIFY_URL,
    captcha: captchaAt(env.CAPTCHA_SCRIPT_URL),
    demoCaptchaPort: env.DEMO_CAPTCHA_PORT ?? Math.min(env.PORT + 3, 65_535),
    countryHeader: env.COUNTRY_HEADER ?? null,
    ...toOutsideConfig(env, env.PORT),
    ...flagsOf(env, origins.features),
    environment,
    metricsToken: env.METRICS_TOKEN ?? null,
    workerPort: env.WORKER_PORT,
    errorReportingDsn: environment === localEnvironment ? null : (env.SENTRY_DSN ?? null),
    imagePathPattern: env.IMAGE_PATH_PATTERN,
    footerWithout: env.FOOTER_WITHOUT,
    shopPlans: env.SHOP_PLANS,
    overdueRenewalsLimit: env.OVERDUE_RENEWALS_LIMIT,
    pausesAYear: env.PAUSES_A_YEAR,
    refundEndsAccess: env.REFUND_ENDS_ACCESS === 'yes',
    disputeEndsAccess: env.DISPUTE_ENDS_ACCESS === 'yes',
    surveys: { stop: env.STOP_SURVEY_ID, stopUpgrade: env.STOP_UPGRADE_SURVEY_ID },
    terms: {
      version: env.TERMS_VERSION,
      termsUrl: env.TERMS_URL,
      privacyUrl: env.PRIVACY_URL,
      files: termsFiles,
    },
    ...brand,
    sellsAbroad: env.SELLS_ABROAD === 'yes',
    supplier: toSupplier(env),
  }
}

function openedAt(host: string, port: number): string {
  const url = new URL(reachedAt({ host, port }))
  if (isLocal(host)) url.hostname = 'localhost'
  return url.origin
}

/** API calls to a demo may use 127.0.0.1; pages are redirected to `localhost` (`leadToLocalhost`). */
function loopbackOf(mode: Environment['MODE'], account: string): string[] {
  const url = new URL(account)
  if (mode !== 'demo' || url.hostname !== 'localhost') return []
  url.hostname = '127.0.0.1'
  return [url.origin]
}

/** The demo's publisher has terms without a brand. */
function brandOf({ BRAND_DIR, MODE }: Environment): Brand {
  const folder = findBrandFolder(BRAND_DIR)
  return readBrand(folder, folder ?? (MODE === 'demo' ? join(projectRoot, 'demo') : undefined))
}

/** In the demo on the site of its publisher. */
function unlockedUrlsOf(env: Environment): Settings['unlockedUrls'] {
  const of = (url: string | undefined, path: string) =>
    url ?? (env.MODE === 'demo' ? `${env.PUBLISHER_URL}${path}` : undefined)
  const urls = {
    pdf: of(env.TODAY_PDF_URL, '/pdf/dnes'),
    ebooks: of(env.EBOOKS_URL, '/e-knihy'),
    app: of(env.APP_URL, '/aplikacia'),
    discussions: of(env.DISCUSSIONS_URL, '/diskusie'),
  }
  return Object.fromEntries(Object.entries(urls).filter(([, url]) => url !== undefined))
}

/** Without a key there are no feature flags; the demo has one by default, which `off` removes. */
function flagsOf({ MODE, FEATURES_CLIENT_KEY, EXPERIMENT_RESULTS_URL }: Environment, host: string) {
  const key = FEATURES_CLIENT_KEY ?? (MODE === 'demo' ? demoValues.featuresClientKey : 'off')
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

function readVersion(): string {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')))
  return version
}
