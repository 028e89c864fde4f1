import { orderValues, type OrderValues } from './order-values.ts'

const key = 'profil_company_order'

/** Keeps what was typed into the order while this tab is open: signing in again or a look elsewhere loses nothing. */
export function keepDraft(values: OrderValues | undefined): void {
  try {
    if (values) sessionStorage.setItem(key, JSON.stringify(values))
    else sessionStorage.removeItem(key)
  } catch {
    return
  }
}

/** What was typed before; undefined when nothing was, or the browser keeps nothing for us. */
export function keptDraft(): OrderValues | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
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
