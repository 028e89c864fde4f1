import type { OrderField, OrderValues } from './order-values.ts'

/** What an order is of, and whose it is: who signs in after somebody else in the same tab does not see theirs. */
type Draft = { productCode: string; userId: string }

const keyOf = ({ productCode, userId }: Draft) => `profil_order_${userId}_${productCode}`

/**
 * What was typed into the order of a product, kept for this tab, so that a declined card, a reload or the way back from
 * the gateway's page don't lose it.
 *
 * @param empty what the form begins with otherwise
 */
export function keptDraft(draft: Draft, empty: OrderValues): OrderValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(draft)) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return empty
    const values: Record<OrderField, string> = { ...empty }
    for (const [name, value] of Object.entries(kept)) {
      if (isField(values, name) && typeof value === 'string') values[name] = value
    }
    return values
  } catch {
    // The browser keeps nothing for us.
    return empty
  }
}

/** Keeps it; undefined forgets it, once it has been bought. */
export function keepDraft(draft: Draft, values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(draft), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(draft))
  } catch {
    return
  }
}

const isField = (values: OrderValues, name: string): name is OrderField => Object.hasOwn(values, name)
