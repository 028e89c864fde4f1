import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Provider } from '../identity/provider.ts'

const text = z.string().check(z.minLength(1))
const origin = z.url({ protocol: /^https?$/ })

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
  helpdesk_email: z.email(),
  forum_email: z.email(),
  /** Links that our footer leaves to the publisher's own; none when missing. */
  footer_without: z.optional(z.array(FooterPart)),
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
