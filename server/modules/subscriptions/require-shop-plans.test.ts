import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { requireShopPlans } from './require-shop-plans.ts'

const database = await createTestDatabase()
const { db } = database
beforeAll(async () => {
  // Nothing is loaded yet: the first start is not refused.
  await expect(requireShopPlans(db, ['nothing'])).resolves.toBeUndefined()
  await makeProduct(database, { code: 'small', access: ['web', 'device3'] })
  await makeProduct(database, { code: 'large', access: ['web', 'blog', 'device6'] })
  await makeProduct(database, { code: 'sport', access: ['sportnet'] })
  await makeProduct(database, { code: 'former', access: ['sportnet'], sold: false })
  await makeProduct(database, { code: 'family', access: ['web'], audience: 'family', seats: 4 })
})
afterAll(() => database.close())

test.each([
  [[], undefined],
  [['small', 'large'], undefined],
  [['small', 'former', 'large'], undefined],
  [['small', 'larger'], 'SHOP_PLANS names larger, which is no product'],
  [['small', 'family'], 'SHOP_PLANS names family, which is not for one person'],
  [['large', 'small'], 'SHOP_PLANS: small does not unlock all that large does'],
  [['small', 'sport', 'large'], 'SHOP_PLANS: sport does not unlock all that small does'],
])('R1.22 the shop compares plans that contain one another: %j', async (codes, refusal) => {
  const checked = requireShopPlans(db, codes)
  await (refusal ? expect(checked).rejects.toThrow(refusal) : expect(checked).resolves.toBeUndefined())
})
