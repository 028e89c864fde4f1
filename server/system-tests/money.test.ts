import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Order } from '#contract/orders/orders.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { GatewayUnavailable } from '../gateways/payments/port.ts'
import { expireOrders } from '../modules/orders/index.ts'
import { abandonCardChanges } from '../modules/payment-cards/index.ts'
import { sendLostRefunds, sweepPayments } from '../modules/payments/index.ts'
import { settleStoppedRenewals } from '../modules/subscriptions/index.ts'
import { createMoneyApp, type MoneyApp } from '../testing/setup/money-app.ts'

const server = openForFile(createMoneyApp)

type Reader = Awaited<ReturnType<MoneyApp['subscribe']>>

/** Events that can happen to a reader's money; each is skipped where it does not apply. */
const happenings = {
  order: async reader => {
    await reader.order({ product: 'advert_4w', method: 'card' })
  },
  payOrder: async reader => {
    const page = await waitingPage(reader)
    if (page) await server.gateway.payOnPage(page)
  },
  tryBadCard: async reader => {
    const page = await waitingPage(reader)
    if (page) await server.gateway.payOnPage(page, 'insufficient_funds')
  },
  leavePage: async reader => {
    const page = await waitingPage(reader)
    if (page) await server.gateway.leavePage(page)
  },
  changeCard: async reader => {
    const answer = await reader.changeCard(reader.subscriptionId)
    const { redirect_url: page } = answer.json<{ redirect_url?: string }>()
    if (page) await server.gateway.payOnPage(page)
  },
  charge: async reader => {
    const plan = (await reader.renewals()).at(-1)
    if (plan?.state !== 'active') return
    if (Temporal.Instant.compare(plan.chargeAt, server.clock.now()) > 0) {
      server.clock.set(plan.chargeAt.toString())
    }
    await Promise.all([server.chargeDue(), server.chargeDue()])
  },
  upgrade: async reader => {
    const [offer] = await reader.listOffers(reader.subscriptionId)
    if (offer) await reader.acceptOffer(reader.subscriptionId, offer.code)
  },
  stop: async reader => {
    await reader.switchRecurrence(reader.subscriptionId, { enabled: false })
  },
  start: async reader => {
    await reader.switchRecurrence(reader.subscriptionId, { enabled: true })
  },
  giveBack: async reader => {
    const paid = (await reader.payments()).findLast(
      each => each.state === 'paid' && each.chargeReference !== null && each.purpose !== 'verification',
    )
    if (!paid?.chargeReference) return
    await server.gateway.gateway
      .refund({
        key: `by-hand/${paid.id}`,
        reference: paid.chargeReference,
        amountCents: paid.amountCents,
      })
      // While the gateway is down nothing can be given back.
      .catch((error: unknown) => {
        if (!(error instanceof GatewayUnavailable)) throw error
      })
  },
  loseAnswers: () => server.gateway.setFaults({ lose_answers: true }),
  loseNoAnswers: () => server.gateway.setFaults({ lose_answers: false }),
  goDown: () => server.gateway.setFaults({ down: 'refusing' }),
  comeBack: () => server.gateway.setFaults({ down: 'no' }),
  replay: () => server.gateway.replay(2),
  waitAnHour: async () => {
    server.clock.advance('PT1H')
    await lookAfter()
  },
} satisfies Record<string, (reader: Reader) => Promise<unknown>>

async function waitingPage(reader: Reader): Promise<string | undefined> {
  const answer = await reader.order({ product: 'advert_4w', method: 'card' })
  return answer.statusCode === 201 ? answer.json<Order>().redirect_url : undefined
}

async function lookAfter(): Promise<void> {
  await expireOrders(server.money)
  await abandonCardChanges(server.money)
  await sweepPayments(server.money)
  await sendLostRefunds(server.money)
  await settleStoppedRenewals(server.money)
}

/** Waits until everything in flight has settled: the gateway answers, webhooks arrive, workers run. */
async function settle(): Promise<void> {
  await server.gateway.setFaults({ down: 'no', lose_answers: false })
  await server.gateway.replay(1)
  // An unknown result is asked about again after an hour at most.
  for (const wait of ['PT1M', 'PT1M', 'PT1H']) {
    server.clock.advance(wait)
    await server.chargeDue()
    await lookAfter()
  }
  // What was put off while the gateway was down is due now.
  await server.deps.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
  // All webhooks have been replayed, so there is more to do each time.
  await expect.poll(queued).toBe(0)
  await lookAfter()
}

const Total = z.object({ total: z.coerce.number() })
const totalOf = async (query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await server.deps.db.execute(query)
  return Total.parse(rows[0]).total
}
const queued = () =>
  totalOf(sql`select count(*) as total from pgboss.job
    where name in ('refresh-payment', 'refund-payment') and state in ('created', 'active', 'retry')`)

test('R1.04 the ledger law: what the gateway took minus what it gave back is what payments say and what documents say', async () => {
  const names = fc.constantFrom(...(Object.keys(happenings) as (keyof typeof happenings)[]))
  await fc.assert(
    fc.asyncProperty(fc.array(names, { minLength: 5, maxLength: 20 }), async sequence => {
      const reader = await server.subscribe({ product: 'premium_1y' })
      for (const name of sequence) await happenings[name](reader)
      await settle()
      const { taken, returned } = await server.gateway.ledger()
      const payments = await totalOf(sql`
          select coalesce(sum(amount_cents), 0) as total from payments
          where gateway_key is not null and state = 'paid'`)
      const documents = await totalOf(sql`
          select coalesce(sum(d.amount_cents), 0) as total from documents d
          join payments p on p.id = d.payment_id where p.gateway_key is not null`)
      const open = await totalOf(sql`
          select count(*) as total from payments where gateway_key is not null
          and state in ('submitted', 'unknown') and checkout_reference is null`)
      expect({ payments, documents, open }).toEqual({
        payments: taken - returned,
        documents: taken - returned,
        open: 0,
      })
      for (const [index, period] of (await reader.periods()).entries()) {
        expect(Temporal.Instant.compare(period.startsAt, period.endsAt), `period ${index}`).toBe(-1)
      }
    }),
    {
      numRuns: 7,
      // A result that has been unknown for an hour is asked about half an hour later.
      examples: [[['goDown', 'charge', 'order', 'order', 'waitAnHour', 'order', 'charge']]],
    },
  )
}, 240_000)
