import { refunds } from '#server/modules/payments/tables.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { covers } from '../../modules/subscriptions/paid-periods.ts'
import type { MoneyReader } from '../setup/money-app.ts'
import type { TestApp } from '../setup/test-app.ts'

type Period = Awaited<ReturnType<MoneyReader['periods']>>[number]

/**
 * Pairs of periods, in words, that share time although one contains the other's access.
 *
 * @param most what two of them may share, in seconds
 */
export async function findDaysTwice(
  { deps: { db } }: TestApp,
  periods: readonly Period[],
  most: number,
): Promise<string[]> {
  const access = new Map((await db.select().from(products)).map(each => [each.code, each.access]))
  return periods.flatMap((one, index) =>
    periods.slice(index + 1).flatMap(other => {
      const [its, others] = [access.get(one.productCode) ?? [], access.get(other.productCode) ?? []]
      if (!covers(its, others) && !covers(others, its)) return []
      const from = Temporal.Instant.compare(one.startsAt, other.startsAt) > 0 ? one.startsAt : other.startsAt
      const to = Temporal.Instant.compare(one.endsAt, other.endsAt) < 0 ? one.endsAt : other.endsAt
      return from.until(to).total('seconds') > most ? [JSON.stringify([one, other])] : []
    }),
  )
}

/** The same of what a reader has paid for and was not given back; an hour is allowed for summer time. */
export async function findPaidTwice(server: TestApp, reader: MoneyReader): Promise<string[]> {
  const ended = (await server.deps.db.select().from(refunds)).filter(each => each.access === 'end')
  // Of what a refund has ended the days that are over were upgrades of days that are paid for again.
  const paid = (await reader.payments())
    .filter(each => each.state === 'paid' && ended.every(({ paymentId }) => paymentId !== each.id))
    .map(each => each.id)
  const periods = (await reader.periods()).filter(
    // Who buys a package for a company does not read by it. What was given back whole and left is a present.
    ({ paymentId, productCode }) => paid.includes(paymentId ?? 0) && !productCode.startsWith('company'),
  )
  return findDaysTwice(server, periods, 3600)
}
