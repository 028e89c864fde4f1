import { expect } from 'vitest'
import type { Pauses } from '#contract/recurrence/pause-recurrence.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { MoneyApp, Subscribed } from '../setup/money-app.ts'
import { renewalsOf } from './renewals.ts'

/** What tests of pauses do and look at. */
export const pausesOn = (server: MoneyApp) => ({
  goTo: (instant: Temporal.Instant) => server.clock.set(instant.toString()),
  pause: (reader: Subscribed, months = 2) => reader.pause(reader.subscriptionId, months),
  resume: (reader: Subscribed) => reader.pause(reader.subscriptionId, 0),
  pausesOf: (reader: Subscribed) => reader.get<Pauses>(`subscriptions/${reader.subscriptionId}/pause`),
  /** Amounts of all charges for a renewal. */
  charged: async (reader: Subscribed) => (await renewalsOf(reader)).map(each => each.amountCents),
  /** Fails unless a subscription's period began just now: the test's clock runs on. */
  expectNow: (subscription: Subscription | undefined) => {
    const from = Temporal.Instant.from(subscription?.period.from ?? '1970-01-01T00:00:00Z')
    expect(from.until(server.clock.now()).total('seconds')).toBeLessThan(20)
  },
})
