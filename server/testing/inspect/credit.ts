import { eq } from 'drizzle-orm'
import { payments, refunds } from '#server/modules/payments/tables.ts'
import { findHoldings } from '#server/modules/subscriptions/holdings.ts'
import { leftOf } from '#server/modules/subscriptions/paid-periods.ts'
import type { TestApp } from '../setup/test-app.ts'

/**
 * What is wrong with readers' money, in words: what is left to read, by what it counts for in a later purchase, is worth
 * more than what was paid and not given back. What was given back while its access was kept is a discount; what the gateway
 * or a bank took was not decided here.
 */
export async function checkCredit(
  { deps: { db, clock } }: TestApp,
  readerIds: readonly number[],
): Promise<string[]> {
  const now = clock.now()
  const faults: string[] = []
  for (const id of readerIds) {
    const paid = (await db.select().from(payments).where(eq(payments.userId, id))).filter(
      ({ state, purpose }) => (state === 'paid' || state === 'refunded') && purpose !== 'verification',
    )
    let cents = paid.reduce((all, each) => all + each.amountCents, 0)
    const ofReader = new Set(paid.map(each => each.id))
    for (const { paymentId, amountCents, access, requestedBy } of await db.select().from(refunds)) {
      const isOurs = access !== 'keep' && requestedBy !== 'gateway' && requestedBy !== 'bank'
      if (isOurs && ofReader.has(paymentId)) cents -= amountCents
    }
    const own = (await findHoldings(db, [id], now)).filter(each => each.isOwn)
    const left = leftOf(own, now)
    if (left > cents) faults.push(`reader ${id} has ${left} cents left to read, of ${cents} that were paid`)
  }
  return faults
}
