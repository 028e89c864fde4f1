import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'
import { NewsletterCode, NewsletterSignup } from './newsletters.ts'

const tag = 'Newsletters by mailed link'
const linksPath = '/rest/api/prv/v1/newsletters/links/:token'
const linkRefusals = ['newsletter_link_invalid', 'newsletter_link_expired'] as const

const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'invalid_input')) })

/** The newsletters of a mailbox, shown to the holder of the link mailed to it. */
export const MailboxNewsletters = z.object({
  email: z.string(),
  /** Codes that wait for confirmation (double opt-in). Nothing is sent before it. */
  waiting: z.array(z.string()),
  expires_at: Instant,
  items: z.array(NewsletterSignup),
})
export type MailboxNewsletters = z.infer<typeof MailboxNewsletters>

export const readLink = endpoint({
  method: 'GET',
  path: linksPath,
  summary: 'What a mailed link is for; reading it changes nothing',
  tag,
  access: 'public',
  params: linkParams,
  success: { status: 200, body: MailboxNewsletters },
  refusals: linkRefusals,
})

export const confirmSignups = endpoint({
  method: 'POST',
  path: `${linksPath}/confirmation`,
  summary: 'Confirm the newsletters that were asked for',
  tag,
  access: 'public',
  params: linkParams,
  success: { status: 200, body: MailboxNewsletters },
  refusals: linkRefusals,
})

const linkNewsletter = z.object({ ...linkParams.shape, code: NewsletterCode })

export const signUpByLink = endpoint({
  method: 'PUT',
  path: `${linksPath}/newsletters/:code`,
  summary: 'Sign up for a newsletter; a snoozed one is sent again',
  tag,
  access: 'public',
  params: linkNewsletter,
  success: { status: 204 },
  refusals: [...linkRefusals, 'newsletter_subscription_needed', 'not_found'],
})

export const signOffByLink = endpoint({
  method: 'DELETE',
  path: `${linksPath}/newsletters/:code`,
  summary: 'Sign off from a newsletter',
  tag,
  access: 'public',
  params: linkNewsletter,
  success: { status: 204 },
  refusals: [...linkRefusals, 'not_found'],
})
