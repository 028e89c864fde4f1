import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { normaliseCouponCode } from '#contract/coupons/coupon-code.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { giftJourney } from '#server/testing/journeys/gift-journey.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { activateCoupon } from './activate-coupon.ts'
import { makeBatch, voidBatch } from './index.ts'
import { gifts } from './tables.ts'

const server = openForFile(createMoneyApp)
const readers: Awaited<ReturnType<typeof server.signIn>>[] = []
beforeAll(async () => {
  for (let index = 0; index < 20; index++) readers.push(await server.signIn())
})

/** Codes that twenty readers use while a transaction that voids them is open, with the clock of an earlier moment. */
async function useWhile(act: (tx: Tx) => Promise<unknown>, codeOf: (index: number) => string) {
  const now = server.clock.now()
  const clock = { now: () => now.subtract({ milliseconds: 50 }) }
  const voided = Promise.withResolvers<void>()
  const used = Promise.withResolvers<void>()
  const voiding = server.deps.db.transaction(async tx => {
    await act(tx)
    voided.resolve()
    await used.promise
  })
  await voided.promise
  const uses = readers.map((reader, index) =>
    activateCoupon(
      { ...server.deps, clock },
      {
        code: normaliseCouponCode(codeOf(index)),
        userId: reader.id,
        ip: `10.8.0.${index}`,
        idempotencyKey: undefined,
      },
    ).then(
      () => 'used',
      (error: unknown) => String(error),
    ),
  )
  setTimeout(used.resolve, 300)
  await voiding
  return Promise.all(uses)
}

const isRefused = Array.from({ length: 20 }, () => expect.stringContaining('coupon_expired'))

test('R9.02 race: a gift that is given back while twenty readers activate it gives no subscription', async () => {
  const { giver, code } = await giftJourney(server).given()
  const [gift] = await server.deps.db.select().from(gifts).where(eq(gifts.buyerId, giver.id))
  const refund = {
    paymentId: gift?.paymentId ?? 0,
    reason: 'A complaint.',
    requestedBy: 'support',
    access: 'end',
    key: crypto.randomUUID(),
  } as const
  const answers = await useWhile(
    tx => requestRefund(tx, server.money, refund),
    () => code,
  )
  expect(answers).toEqual(isRefused)
  expect(await readers[0]?.list()).toEqual([])
})

test('R1.13 race: codes of a batch that is voided while twenty readers use them give no subscription', async () => {
  await makeCoupon(server.deps)
  const { batch, codes } = await server.deps.db.transaction(tx =>
    makeBatch(tx, server.deps, {
      name: 'Leták',
      kind: 'code',
      productCode: 'coupon_premium_P1Y',
      size: 20,
      expiresAt: server.clock.now().add({ hours: 24 }),
    }),
  )
  const answers = await useWhile(
    tx => voidBatch(tx, server.deps, batch.id),
    index => codes[index] ?? '',
  )
  expect(answers).toEqual(isRefused)
})
