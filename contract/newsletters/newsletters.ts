import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { captchaField } from '../storm-shield/storm-shield.ts'
import { Email, Instant, UserParams, usersPath } from '../wire.ts'
import { PausedUntil } from './pause-newsletters.ts'

/** Lifetime of a link mailed to a visitor. */
export const linkLifeDays = 7

const tag = 'Newsletters'
const newslettersPath = '/rest/api/prv/v1/newsletters'

/** The publisher's categories, each a tab of /e-maily (R1.06). */
export const NewsletterCategory = z.enum(['sme', 'my', 'korzar', 'closer', 'sportnet', 'spectator'])
export type NewsletterCategory = z.infer<typeof NewsletterCategory>

/** Code of a newsletter, used in addresses: small letters without accents, digits and dashes. */
export const NewsletterCode = z.string().check(z.regex(/^[a-z\d-]{1,60}$/, 'invalid_input'))

/** One newsletter of the catalogue, in the language of the call. */
export const Newsletter = z.object({
  code: z.string(),
  category: NewsletterCategory,
  title: z.string(),
  description: z.string(),
  frequency: z.string(),
  sample_url: z.nullable(z.string()),
  /** For subscribers only. */
  locked: z.boolean(),
})
export type Newsletter = z.infer<typeof Newsletter>

export const listNewsletters = endpoint({
  method: 'GET',
  path: newslettersPath,
  summary: 'The catalogue of newsletters, in the language of Accept-Language',
  tag,
  access: 'public',
  success: { status: 200, body: z.object({ items: z.array(Newsletter) }) },
})

/**
 * A reader's decision about a newsletter. A newsletter without one was never signed up for, which differs from
 * `off`.
 */
export const NewsletterSignup = z.object({
  code: z.string(),
  state: z.enum(['on', 'off']),
  changed_at: Instant,
  /** Signed up, but paused until then. */
  snoozed_until: z.nullable(Instant),
})
export type NewsletterSignup = z.infer<typeof NewsletterSignup>

export const listSignups = endpoint({
  method: 'GET',
  path: `${usersPath}/newsletters`,
  summary: 'What the reader gets and what the reader signed off from',
  tag,
  access: 'reader',
  params: UserParams,
  success: {
    status: 200,
    body: z.object({
      /** Whether the reader may sign up for locked newsletters now. */
      subscriber: z.boolean(),
      paused_until: PausedUntil,
      items: z.array(NewsletterSignup),
    }),
  },
})

const own = {
  path: `${usersPath}/newsletters/:code`,
  tag,
  access: 'reader',
  params: z.object({ ...UserParams.shape, code: NewsletterCode }),
  success: { status: 204 },
} as const

export const signUp = endpoint({
  ...own,
  method: 'PUT',
  confirmedOnly: 'newsletter_account_not_confirmed',
  summary: 'Sign up for a newsletter; a snoozed one is sent again. A repeat changes nothing',
  refusals: [
    'newsletter_subscription_needed',
    'newsletter_account_not_confirmed',
    'user_anonymization_pending',
    'not_found',
  ],
})

export const signOff = endpoint({
  ...own,
  method: 'DELETE',
  summary: 'Sign off from a newsletter. A repeat changes nothing',
  // A consent can be withdrawn at any time.
  whileAnonymizationPending: true,
  refusals: ['not_found'],
})

const visitor = {
  email: Email,
  [captchaField]: z.optional(z.string().check(z.maxLength(4000, 'max_length'))),
}
const visitors = { tag, access: 'public', takesCaptcha: true, success: { status: 202 } } as const
const visitorRefusals = ['newsletter_subscription_needed', 'too_many_newsletter_emails'] as const

export const requestSignup = endpoint({
  ...visitors,
  method: 'POST',
  path: `${newslettersPath}/:code/signups`,
  summary:
    'Ask for one newsletter without an account: a mail with a link to confirm it, the same for every address',
  params: z.object({ code: NewsletterCode }),
  body: z.strictObject(visitor),
  refusals: [...visitorRefusals, 'not_found', 'too_many_requests'],
})

export const requestSignups = endpoint({
  ...visitors,
  method: 'POST',
  path: `${newslettersPath}/signups`,
  summary: 'Ask for several newsletters without an account: one mail with one link to confirm them all',
  body: z.strictObject({
    ...visitor,
    codes: z.array(NewsletterCode).check(z.minLength(1, 'required'), z.maxLength(100, 'invalid_input')),
  }),
  refusals: [...visitorRefusals, 'not_found', 'too_many_requests'],
})

export const requestManageLink = endpoint({
  ...visitors,
  method: 'POST',
  path: `${newslettersPath}/manage-links`,
  summary: 'Mail a link by which newsletters are managed without an account; the same for every address',
  body: z.strictObject(visitor),
  refusals: ['too_many_newsletter_emails', 'too_many_requests'],
})
