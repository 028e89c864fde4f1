import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../wire.ts'
import { NewsletterCode, NewsletterSignup } from './newsletters.ts'
import { PauseBody, PausedUntil } from './pause-newsletters.ts'

const linksPath = '/rest/api/prv/v1/newsletters/links/:token'
const linkRefusals = ['newsletter_link_invalid', 'newsletter_link_expired'] as const

const linkParams = z.object({ token: z.string().check(z.regex(/^[\w-]{20,100}$/, 'invalid_input')) })

/** The newsletters of a mailbox, shown to the holder of the link mailed to it. */
export const MailboxNewsletters = z.object({
  email: z.string(),
  /** Codes that wait for confirmation (double opt-in). Nothing is sent before it. */
  waiting: z.array(z.string()),
  expires_at: Instant,
  paused_until: PausedUntil,
  items: z.array(NewsletterSignup),
})
export type MailboxNewsletters = z.infer<typeof MailboxNewsletters>

const common = { tag: 'Newsletters by mailed link', access: 'public' } as const
const byLink = {
  ...common,
  params: linkParams,
  success: { status: 200, body: MailboxNewsletters },
  refusals: linkRefusals,
} as const

export const readLink = endpoint({
  ...byLink,
  method: 'GET',
  path: linksPath,
  summary: 'What a mailed link is for; reading it changes nothing',
})

export const confirmSignups = endpoint({
  ...byLink,
  method: 'POST',
  path: `${linksPath}/confirmation`,
  summary: 'Confirm the newsletters that were asked for',
  refusals: [...linkRefusals, 'newsletter_subscription_needed'],
})

const newsletter = {
  ...common,
  path: `${linksPath}/newsletters/:code`,
  params: z.object({ ...linkParams.shape, code: NewsletterCode }),
  success: { status: 204 },
} as const

export const signUpByLink = endpoint({
  ...newsletter,
  method: 'PUT',
  summary: 'Sign up for a newsletter; a snoozed one is sent again',
  refusals: [...linkRefusals, 'newsletter_subscription_needed', 'not_found'],
})

export const signOffByLink = endpoint({
  ...newsletter,
  method: 'DELETE',
  summary: 'Sign off from a newsletter',
  refusals: [...linkRefusals, 'not_found'],
})

const pause = { ...common, path: `${linksPath}/pause`, params: linkParams, success: { status: 204 } } as const

export const pauseByLink = endpoint({
  ...pause,
  method: 'PUT',
  summary: 'Send no newsletter before a day',
  body: PauseBody,
  refusals: [...linkRefusals, 'newsletter_pause_day'],
})

export const resumeByLink = endpoint({
  ...pause,
  method: 'DELETE',
  summary: 'Send newsletters again',
  refusals: linkRefusals,
})
