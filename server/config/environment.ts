import * as z from 'zod'
import { collectorAddress } from '#contract/error-reports/error-report.ts'
import { bankVariables } from './bank.ts'
import { googleCaptcha } from './captcha.ts'
import { identityVariables } from './identity.ts'
import { outsideVariables } from './outside-services.ts'
import { supplierVariables } from './supplier.ts'

const text = z.string().min(1)
const port = z.coerce.number().int().min(1).max(65_535)
const address = z.url({ protocol: /^https?$/ })
const origin = address.transform(url => new URL(url).origin)

/** Every variable that the server reads, with what is taken when it is not set; docs/configuration.md explains them. */
export const Environment = z.object({
  MODE: z.enum(['demo', 'production']).default('demo'),
  HOST: text.default('localhost'),
  PORT: port.default(3000),
  DATA_DIR: text.default('data'),
  BACKGROUND: z.enum(['on', 'off']).default('on'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
  PUBLIC_URL: origin.optional(),
  LOGIN_URL: origin.optional(),
  CONTENT_URL: origin.optional(),
  FEATURES_URL: origin.optional(),
  STORE_URL: address.optional(),
  PUBLISHER_URL: origin.default('https://dennik.example'),
  FORUM_SITE_URL: origin.optional(),
  BLOG_URL: origin.optional(),
  MAILER_URL: origin.optional(),
  CRM_URL: origin.optional(),
  NOTIFICATIONS_URL: origin.optional(),
  IMAGES_URL: origin.optional(),
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
  MAX_CONNECTIONS: z.coerce.number().int().min(100).max(100_000).default(16_000),
  APP_SECRET: z.string().min(32).optional(),
  TOKEN_SIGNING_KEY: text.optional(),
  TOKEN_FORMER_KEYS: text.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMS_URL: address.optional(),
  SMS_TOKEN: text.optional(),
  FORUM_URL: address.optional(),
  FORUM_TOKEN: text.optional(),
  DISCUSSION_URL: address.refine(url => url.includes('{code}')).optional(),
  OVERDUE_RENEWALS_LIMIT: z.coerce.number().int().min(0).max(1_000_000).default(100),
  REFUND_ENDS_ACCESS: z.enum(['yes', 'no']).default('yes'),
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  DEMO_GATEWAY_PORT: port.optional(),
  DEMO_GATEWAY_URL: origin.optional(),
  DEMO_GATEWAY_KEY: z.string().min(16).optional(),
  MAIL_FROM: z.email().default('profil@dennik.example'),
  HELPDESK_EMAIL: z.email().default('pomoc@dennik.example'),
  SERVICES_EMAIL: z.email().default('predplatne@dennik.example'),
  FORUM_EMAIL: z.email().default('diskusie@dennik.example'),
  IMAGE_PATH_PATTERN: text.default('/image/{width}x{height}/{id}'),
  CAPTCHA_PUBLIC_KEY: text.optional(),
  CAPTCHA_SECRET_KEY: text.optional(),
  CAPTCHA_SCRIPT_URL: address.default(googleCaptcha.scriptUrl),
  CAPTCHA_VERIFY_URL: address.default(googleCaptcha.verifyUrl),
  DEMO_CAPTCHA_PORT: port.optional(),
  COUNTRY_HEADER: text.transform(name => name.toLowerCase()).optional(),
  FEATURES_CLIENT_KEY: text.optional(),
  EXPERIMENT_RESULTS_URL: address.optional(),
  ENVIRONMENT: text.optional(),
  BRAND_DIR: text.optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  WORKER_PORT: port.optional(),
  SENTRY_DSN: z
    .string()
    .refine(dsn => collectorAddress(dsn) !== undefined)
    .optional(),
  STOP_SURVEY_ID: text.default('stop-recurrence'),
  STOP_UPGRADE_SURVEY_ID: text.default('stop-recurrence-upgrade'),
  ...bankVariables,
  ...supplierVariables,
  ...identityVariables,
  ...outsideVariables,
})
export type Environment = z.infer<typeof Environment>

/** How each is written, in words that follow “set it to”. */
export const cures: Record<string, string> = {
  MODE: 'demo or production',
  PORT: 'a whole number from 1 to 65535, e.g. PORT=3000',
  BACKGROUND: 'on or off',
  MAX_CONNECTIONS: 'a whole number from 100 to 100000',
  DATABASE_URL: 'an address such as postgres://user:password@host:5432/name',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
  APP_SECRET: 'at least 32 random characters',
  SMTP_URL: 'an address such as smtp://user:password@host:587',
  SMS_URL: 'an address such as https://sms.example/send',
  FORUM_URL: 'an address such as https://forum.example/api',
  DISCUSSION_URL: 'an address with {code} in it, e.g. https://noviny.sk/diskusia/{code}',
  BANK_IBAN: 'the number of an account, e.g. SK31 1200 0000 1987 4263 7541',
  OVERDUE_RENEWALS_LIMIT: 'a whole number, e.g. OVERDUE_RENEWALS_LIMIT=100',
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
