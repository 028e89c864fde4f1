import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Subscription } from '../subscriptions/subscriptions.ts'
import { IdParam, Instant, Money, UserParams } from '../wire.ts'
import { choicePaths } from './recurrence.ts'

const path = choicePaths.pause
const own = { tag: 'Renewal', access: 'reader', params: z.extend(UserParams, { id: IdParam }) } as const

/** For how many calendar months a renewal can be paused (R11.03). */
export const pauseMonths = [1, 2, 3] as const

/** Why a renewal can't be paused. */
export const pauseObstacles = ['pause_not_possible', 'pause_used_up', 'pause_too_late'] as const

/** The pauses that a reader can choose from. */
export const Pauses = z.object({
  obstacle: z.nullable(z.enum(pauseObstacles)),
  /** The end of what is paid; null when there is nothing to pause. */
  from: z.nullable(Instant),
  /** None when there is an obstacle. */
  items: z.array(
    z.object({
      months: z.literal([...pauseMonths]),
      /** When it goes on by a charge of this price. */
      until: Instant,
      price: Money,
      reminder_at: Instant,
    }),
  ),
})
export type Pauses = z.infer<typeof Pauses>

export const listPauses = endpoint({
  ...own,
  method: 'GET',
  path,
  summary: 'Until when the renewal of a subscription can be paused, or why it cannot',
  success: { status: 200, body: Pauses },
  refusals: ['subscription_not_found'],
})

export const pauseRecurrence = endpoint({
  ...own,
  method: 'PUT',
  path,
  summary: 'Pause the renewal of a subscription from the end of what is paid',
  body: z.strictObject({
    months: z.literal([...pauseMonths]),
    /** From when, as it was shown: another moment is refused, since a payment has come in between. */
    from: Instant,
  }),
  success: { status: 200, body: Subscription },
  refusals: ['subscription_not_found', ...pauseObstacles],
})

export const resumeRecurrence = endpoint({
  ...own,
  method: 'DELETE',
  path,
  summary: 'End a pause: one that is ahead is cancelled, one that runs ends by a charge at once',
  success: { status: 200, body: Subscription },
  refusals: ['subscription_not_found'],
})
