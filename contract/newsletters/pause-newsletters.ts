import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day, UserParams, usersPath } from '../wire.ts'

/** The longest pause of all newsletters, in calendar months from today. */
export const longestPauseMonths = 6

/** The day of the publisher's calendar from which newsletters are sent again; null while they are sent. */
export const PausedUntil = z.nullable(Day)

export const PauseBody = z.strictObject({ until: z.iso.date('newsletter_pause_day') })

const own = {
  path: `${usersPath}/newsletter-pause`,
  tag: 'Newsletters',
  access: 'reader',
  params: UserParams,
  success: { status: 204 },
} as const

export const pauseNewsletters = endpoint({
  ...own,
  method: 'PUT',
  confirmedOnly: 'newsletter_account_not_confirmed',
  summary:
    'Send no newsletter before a day. What the reader signed up for stays, and can be changed meanwhile; other mails are sent',
  body: PauseBody,
  refusals: ['newsletter_pause_day', 'newsletter_account_not_confirmed'],
})

export const resumeNewsletters = endpoint({
  ...own,
  method: 'DELETE',
  summary: 'Send newsletters again. A repeat changes nothing',
})
