import { parseJson, readText, writeText } from '#web/lib/browser/storage.ts'
import { type OrderValues, orderValues } from './order-values.ts'

/** Keyed by user: the next reader on the same computer must not see it. */
const keyOf = (userId: string) => `profil_company_order_${userId}`

/** Keeps a draft of the order while this tab is open, also over a new sign-in; undefined removes it. */
export const keepDraft = (userId: string, values: OrderValues | undefined): void =>
  writeText(keyOf(userId), values ? JSON.stringify(values) : '')

/** The kept draft; undefined without one. */
export function keptDraft(userId: string): OrderValues | undefined {
  const kept = parseJson(readText(keyOf(userId)))
  if (typeof kept !== 'object' || kept === null) return undefined
  const empty = orderValues()
  const known = Object.entries(kept).filter(
    ([name, value]) => Object.hasOwn(empty, name) && typeof value === 'string',
  )
  return { ...empty, ...Object.fromEntries(known) }
}
