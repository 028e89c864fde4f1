import { createGift, findGifts } from '#server/modules/coupons/index.ts'
import { makeCoupon } from '../make/coupon.ts'
import { makePayment } from '../make/purchase.ts'
import { makeReader } from '../make/reader.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

/** A gift that was paid by transfer and waits for its day. */
async function makeGift(server: TestApp): Promise<number> {
  const productCode = 'coupon_premium_P1Y'
  await makeCoupon(server.deps)
  const { id: buyerId, email: giver } = await makeReader(server.deps)
  const at = server.clock.now()
  const paymentId = await makePayment(server.deps, {
    userId: buyerId,
    productCode,
    at,
    method: 'bank_transfer',
  })
  await server.deps.db.transaction(tx =>
    createGift(tx, server.deps, {
      buyerId,
      paymentId,
      productCode,
      email: `friend-${paymentId}@example.com`,
      recipientName: null,
      message: null,
      sendOn: at.toZonedDateTimeISO('Europe/Bratislava').toPlainDate().add({ days: 9 }).toString(),
    }),
  )
  const [gift] = await findGifts(server.deps.db, { giver, limit: 1 }, at)
  if (!gift) throw new Error('The gift was not made')
  return gift.gift.couponId
}

export const giftExamples: Examples = {
  'gifts list': async () => ({ state: 'planned' }),
  'gifts send': async server => ({ id: await makeGift(server) }),
  'gifts redirect': async server => ({ id: await makeGift(server), email: 'other@example.com' }),
  'gifts cancel': async server => ({ id: await makeGift(server) }),
}
