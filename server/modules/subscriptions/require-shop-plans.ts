import type { Db } from '#server/platform/database/database.ts'
import { StartupError } from '#server/platform/process/startup-error.ts'
import { contains } from './paid-periods.ts'
import { products } from './tables.ts'

/**
 * Makes sure that the plans which the shop compares are products for one person, and that each unlocks all that the one
 * before does: it says only what it adds. Before products are loaded there is nothing to compare.
 *
 * @param codes from the smallest
 * @throws StartupError which names the plan
 */
export async function requireShopPlans(db: Db, codes: readonly string[]): Promise<void> {
  const rows = await db.select().from(products)
  if (rows.length === 0) return
  const plans = codes.map(code => {
    const plan = rows.find(each => each.code === code)
    if (!plan) throw new StartupError(`SHOP_PLANS names ${code}, which is no product: see products.json.`)
    if (plan.audience !== 'person')
      throw new StartupError(`SHOP_PLANS names ${code}, which is not for one person.`)
    return plan
  })
  const sold = plans.filter(each => each.sold)
  for (const [index, plan] of sold.entries()) {
    const before = sold[index - 1]
    if (!before || contains(plan, before)) continue
    throw new StartupError(
      `SHOP_PLANS: ${plan.code} does not unlock all that ${before.code} does, which stands before it.`,
    )
  }
}
