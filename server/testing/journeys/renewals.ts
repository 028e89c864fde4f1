import { eq } from 'drizzle-orm'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import type { MoneyApp, MoneyReader, Subscribed } from '../setup/money-app.ts'

export const recurrenceOf = async (reader: Subscribed) =>
  (await reader.list()).find(each => each.id === reader.subscriptionId)?.recurrence

/** Payments of renewals, in their order. */
export const renewalsOf = async (reader: MoneyReader, state?: 'paid' | 'failed') =>
  (await reader.payments()).filter(each => each.purpose === 'renewal' && (!state || each.state === state))

/** Code of the change to a product; empty where there is none. */
export const changeCodeOf = async (reader: Subscribed, product: string): Promise<string> =>
  (await reader.listChanges(reader.subscriptionId)).items.find(each => each.type.code === product)?.code ?? ''

/** The renewal of a reader that is on. */
export const liveRenewalOf = async (reader: MoneyReader) =>
  (await reader.renewals()).find(each => each.state === 'active')

/** Templates of the mails to a reader about changes of plan. */
export const changeMailsTo = async ({ deps }: MoneyApp, { id }: MoneyReader) =>
  (await deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, id)))
    .map(each => each.template)
    .filter(each => each?.startsWith('change_'))

/** The same hour some months later, in the publisher's zone. */
export const afterMonths = (at: Temporal.Instant, months: number): Temporal.Instant =>
  at.toZonedDateTimeISO('Europe/Bratislava').add({ months }).toInstant()

/** A reader whose renewal of the year was paid by card, and that payment. */
export async function renewedOn(server: MoneyApp) {
  const reader = await server.subscribe()
  server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
  await server.chargeDue()
  const payment = (await reader.payments()).at(-1)
  if (!payment) throw new Error('There is no payment')
  return { reader, payment }
}
