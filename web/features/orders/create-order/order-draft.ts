import { parseJson, readText, writeText } from '#web/lib/browser/storage.ts'
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
  const kept = parseJson(readText(keyOf(draft)))
  if (typeof kept !== 'object' || kept === null) return empty
  const values: Record<OrderField, string> = { ...empty }
  for (const [name, value] of Object.entries(kept)) {
    if (isField(values, name) && typeof value === 'string') values[name] = value
  }
  // Kept over midnight: the day that was offered then is over.
  if (values['gift.date'] < empty['gift.date']) values['gift.date'] = empty['gift.date']
  return values
}

/** Stores the draft; undefined removes it after the purchase. */
export const keepDraft = (draft: Draft, values: OrderValues | undefined): void =>
  writeText(keyOf(draft), values ? JSON.stringify(values) : '')

const isField = (values: OrderValues, name: string): name is OrderField => Object.hasOwn(values, name)
