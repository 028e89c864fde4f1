import { type OrderValues, orderValues } from './order-values.ts'

/** Whoever signs in on the same computer next must not see it. */
const keyOf = (userId: string) => `profil_company_order_${userId}`

/** Keeps what was typed into the order while this tab is open: signing in again or a look elsewhere loses nothing. */
export function keepDraft(userId: string, values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(keyOf(userId), JSON.stringify(values))
    else sessionStorage.removeItem(keyOf(userId))
  } catch {
    return
  }
}

/** What was typed before; undefined when nothing was, or the browser keeps nothing for us. */
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
