import { makeBatch } from '#server/modules/coupons/index.ts'
import { makeCoupon } from '../make/coupon.ts'
import type { TestApp } from '../setup/test-app.ts'
import type { Examples } from './example.ts'

/** A batch that can be made; the product that its codes give is there. */
async function newBatch(server: TestApp) {
  await makeCoupon(server.deps)
  return {
    name: `batch ${crypto.randomUUID()}`,
    product: 'coupon_premium_P1Y',
    codes: 3,
    valid_until: '2099-12-31',
  }
}

/** @returns id of a batch that was made */
async function addBatch(server: TestApp): Promise<number> {
  const { name, product: productCode, codes: size } = await newBatch(server)
  const expiresAt = Temporal.Instant.from('2100-01-01T00:00:00Z')
  const { batch } = await server.deps.db.transaction(tx =>
    makeBatch(tx, server.deps, { name, kind: 'code', productCode, size, expiresAt }),
  )
  return batch.id
}

export const couponExamples: Examples = {
  'coupons list': async () => ({}),
  'coupons make': newBatch,
  'coupons read': async server => ({ id: await addBatch(server) }),
  'coupons void': async server => ({ id: await addBatch(server) }),
}
