import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { freeText, Instant } from '../wire.ts'
import { PausedUntil } from './pause-newsletters.ts'

const path = '/rest/api/prv/v1/unsubscriptions/:token'
const refusals = ['newsletter_link_invalid'] as const

const byLink = {
  tag: 'Unsubscribing',
  access: 'public',
  // It names up to as many newsletters as one confirmation may ask for, whatever the size of their ids.
  params: z.object({ token: z.string().check(z.regex(/^[\w.-]{20,800}$/, 'invalid_input')) }),
} as const

/** State of the newsletters that one mail's unsubscribe link covers. */
export const Unsubscription = z.object({
  /** Until when nothing is sent to the mailbox, whatever the state of each newsletter. */
  paused_until: PausedUntil,
  newsletters: z.array(
    z.object({
      code: z.string(),
      title: z.string(),
      state: z.enum(['on', 'off']),
      snoozed_until: z.nullable(Instant),
      /** Unsubscribed by this link so recently that it can be undone. */
      can_undo: z.boolean(),
    }),
  ),
})
export type Unsubscription = z.infer<typeof Unsubscription>

export const readUnsubscription = endpoint({
  ...byLink,
  method: 'GET',
  path,
  summary: 'What the link of a newsletter mail signs off from; reading it changes nothing',
  success: { status: 200, body: Unsubscription },
  refusals,
})

/**
 * One-click unsubscribe (RFC 8058): mail programs send this one field, as a form or multipart/form-data,
 * without cookies or origin.
 */
export const unsubscribe = endpoint({
  ...byLink,
  method: 'POST',
  path: '/unsubscribe/:token',
  summary: 'Sign off by the link of a newsletter mail (RFC 8058 one-click). A repeat changes nothing',
  // Mail programs send no `Origin`; the token in the path authenticates the call.
  anyOrigin: true,
  staysIn: 'maintenance',
  bodyType: 'one_click',
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
  success: { status: 204 },
  refusals,
})

export const undoUnsubscribe = endpoint({
  ...byLink,
  method: 'POST',
  path: `${path}/undo`,
  summary: 'Take back what this link signed off from within the last day',
  success: { status: 200, body: Unsubscription },
  refusals: [...refusals, 'newsletter_undo_too_late'],
})

/** For how long newsletters are paused, in days. */
export const snoozeDays = 30

export const snooze = endpoint({
  ...byLink,
  method: 'POST',
  path: `${path}/snooze`,
  summary: `Send nothing for ${snoozeDays} days instead of signing off`,
  success: { status: 200, body: Unsubscription },
  refusals: [...refusals, 'newsletter_undo_too_late'],
})

export const leavingReasons = ['too_often', 'not_interesting', 'no_time', 'not_asked_for', 'other'] as const

export const tellReason = endpoint({
  ...byLink,
  method: 'POST',
  path: `${path}/reason`,
  summary: 'Why the reader signed off; kept without the reader',
  body: z.strictObject({
    reason: z.enum(leavingReasons),
    text: z.optional(freeText(500)),
  }),
  success: { status: 204 },
  refusals: [...refusals, 'too_many_requests'],
})
