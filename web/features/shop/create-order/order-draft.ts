import type { OrderField, OrderValues } from './order-values.ts'

const keyOf = (productCode: string) => `profil_order_${productCode}`

/**
 * What was typed into the order of a product, kept for this tab, so that a declined card, a reload or the way back from
 * the gateway's page don't lose it.
 *
 * @param empty what the form begins with otherwise
 */
export function keptDraft(productCode: string, empty: OrderValues): OrderValues {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(productCode)) ?? '{}')
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
export function keepDraft(productCode: string, values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(productCode), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(productCode))
  } catch {
    return
  }
}

const isField = (values: OrderValues, name: string): name is OrderField => Object.hasOwn(values, name)
