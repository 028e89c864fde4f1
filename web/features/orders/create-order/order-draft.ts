import type { OrderField, OrderValues } from './order-values.ts'

/** Key of a draft: product and user, so that the next reader in the same tab does not see it. */
type Draft = { productCode: string; userId: string }

const keyOf = ({ productCode, userId }: Draft) => `profil_order_${userId}_${productCode}`

/**
 * Draft of an order, kept in this tab over a declined card, a reload or Back from the gateway.
 *
 * @param empty initial values without a draft
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
    // Storage is not available.
    return empty
  }
}

/** Stores the draft; undefined removes it after the purchase. */
export function keepDraft(draft: Draft, values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(draft), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(draft))
  } catch {
    return
  }
}

const isField = (values: OrderValues, name: string): name is OrderField => Object.hasOwn(values, name)
