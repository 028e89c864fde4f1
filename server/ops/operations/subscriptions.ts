import * as z from 'zod'
import { pauseMonths, pauseObstacles } from '#contract/recurrence/pause-recurrence.ts'
import { prolongSeats } from '#server/modules/companies/index.ts'
import {
  extendSubscription,
  giveDays,
  pauseRecurrence,
  resumeRecurrence,
  switchRecurrence,
} from '#server/modules/subscriptions/index.ts'
import { Id, Instant } from '../fields.ts'
import { defineWrite } from '../operation.ts'
import { changeReader, ReaderChange, requireActive, requireReader } from './change-reader.ts'
import { ReaderDescription } from './describe-reader.ts'

const by = 'staff'
const days = z.int().min(1).max(366).describe('how many days, 1 to 366')
const input = ReaderChange.extend({ subscription: Id.describe('its id, as "readers show" tells') })
const output = ReaderDescription
const scope = 'subscriptions:write'
const noRenewal = ['recurrence_no_payment', 'recurrence_not_recurrent'] as const
const notFound = ['user_not_found', 'subscription_not_found'] as const

/** A reader's subscriptions and their renewals, changed for the reader, who is told by mail. */
export const subscriptionOperations = [
  defineWrite({
    name: 'subscriptions stop-renewal',
    summary:
      'Turns a renewal off for its reader, however near the payment; what is at the gateway is settled.',
    http: { method: 'POST', path: '/readers/:id/subscriptions/:subscription/stop-renewal' },
    scope,
    refusals: [...notFound, ...noRenewal],
    input,
    output,
    run: (context, { subscription, ...given }) =>
      changeReader(context, given, requireReader, ({ id }) =>
        switchRecurrence(context, { userId: id, by }, subscription, { enabled: false }),
      ),
  }),

  defineWrite({
    name: 'subscriptions start-renewal',
    summary:
      'Turns a renewal on for its reader, also one that a ban or a refund stopped; paid time is not charged.',
    http: { method: 'POST', path: '/readers/:id/subscriptions/:subscription/start-renewal' },
    scope,
    refusals: [...notFound, ...noRenewal, 'recurrence_ended', 'recurrence_failed', 'recurrence_barred'],
    input,
    output,
    run: (context, { subscription, ...given }) =>
      changeReader(context, given, requireActive, ({ id }) =>
        switchRecurrence(context, { userId: id, by }, subscription, { enabled: true }),
      ),
  }),

  defineWrite({
    name: 'subscriptions pause-renewal',
    summary: 'Pauses a renewal for its reader from the end of what is paid, by the same rules.',
    http: { method: 'POST', path: '/readers/:id/subscriptions/:subscription/pause-renewal' },
    scope,
    refusals: [...notFound, ...pauseObstacles],
    input: input.extend({ months: z.literal([...pauseMonths]).describe('how many months, 1 to 3') }),
    output,
    run: (context, { subscription, months, ...given }) =>
      changeReader(context, given, requireActive, ({ id }) =>
        pauseRecurrence(context, { userId: id, by }, subscription, { months }),
      ),
  }),

  defineWrite({
    name: 'subscriptions resume-renewal',
    summary: 'Ends a pause for its reader: one that is ahead is cancelled, one that runs ends by a charge.',
    http: { method: 'POST', path: '/readers/:id/subscriptions/:subscription/resume-renewal' },
    scope,
    refusals: [...notFound],
    input,
    output,
    run: (context, { subscription, ...given }) =>
      changeReader(context, given, requireActive, ({ id }) =>
        resumeRecurrence(context, { userId: id, by }, subscription),
      ),
  }),

  defineWrite({
    name: 'subscriptions extend',
    summary: 'Prolongs a subscription by days without payment; its next payment moves as far.',
    http: { method: 'POST', path: '/readers/:id/subscriptions/:subscription/extend' },
    scope,
    refusals: [...notFound],
    input: input.extend({
      days,
      ends_at: Instant.describe('when it ends now, as "readers show" tells: not extended twice by mistake'),
    }),
    output,
    run: (context, { subscription, days: added, ends_at: endsAt, ...given }) =>
      changeReader(context, given, requireActive, async reader => {
        const former = Temporal.Instant.from(endsAt)
        const extension = { id: subscription, by, days: added, endsAt: former } as const
        await extendSubscription(context.tx, context, reader, extension)
        await prolongSeats(context.tx, context, subscription)
      }),
  }),

  defineWrite({
    name: 'subscriptions give',
    summary: 'Gives a reader days of a product that does not renew, after what gives the same already.',
    http: { method: 'POST', path: '/readers/:id/subscriptions' },
    scope,
    refusals: ['user_not_found', 'not_found', 'idempotency_key_reused'],
    input: ReaderChange.extend({
      product: z.string().max(100).describe('its code; one that does not renew'),
      days,
      key: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .describe('your number of the case: the same one again gives nothing more'),
    }),
    output,
    run: (context, { product, days: given, key, ...input }) =>
      changeReader(context, input, requireActive, reader =>
        giveDays(context.tx, context, reader, { by, productCode: product, days: given, key }),
      ),
  }),
]
