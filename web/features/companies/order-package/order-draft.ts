import { type OrderValues, orderValues } from './order-values.ts'

/** Keyed by user: the next reader on the same computer must not see it. */
const keyOf = (userId: string) => `profil_company_order_${userId}`

/** Keeps a draft of the order while this tab is open, also over a new sign-in. */
export function keepDraft(userId: string, values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(userId), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(userId))
  } catch {
    return
  }
}

/** The kept draft; undefined without one, or without storage. */
export function keptDraft(userId: string): OrderValues | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(userId)) ?? 'null')
    if (kept === null || typeof kept !== 'object') return undefined
    const empty = orderValues()
    const known = Object.entries(kept).filter(
      ([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string',
    )
    return { ...empty, ...Object.fromEntries(known) }
  } catch {
    return undefined
  }
}
