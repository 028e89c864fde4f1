import { performOperation } from '#server/ops/perform-operation.ts'
import { makeCoupon } from '../make-coupon.ts'
import { commandLine, operationOf } from '../operator.ts'
import type { TestApp } from '../test-app.ts'
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
async function makeBatch(server: TestApp): Promise<number> {
  const made = await performOperation(server.payments, operationOf('coupons make'), {
    by: commandLine,
    requestId: crypto.randomUUID(),
    input: await newBatch(server),
  })
  return Number(typeof made === 'object' && made && 'id' in made && made.id)
}

export const couponExamples: Examples = {
  'coupons list': async () => ({}),
  'coupons make': newBatch,
  'coupons read': async server => ({ id: await makeBatch(server) }),
  'coupons void': async server => ({ id: await makeBatch(server) }),
}
