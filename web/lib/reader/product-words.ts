import type { Product } from '#contract/orders/products.ts'
import { unlockedAccess } from '#web/lib/reader/unlocked-access.ts'
import { formatMoney, formatNumber } from '#web/lib/texts/format.ts'
import { say, translate } from '#web/lib/texts/i18n.ts'

const units = ['Y', 'M', 'W', 'D'] as const

/** A calendar length in words: `na rok`, `na 4 týždne`. @param length ISO 8601, e.g. P1Y or P4W */
export function lengthText(length: string): string {
  const [, count = '1', letter] = /^P(\d+)([YMWD])$/.exec(length) ?? []
  const unit = units.find(each => each === letter) ?? 'Y'
  return translate(`shop.length.${unit}`, { count: Number(count) })
}

/**
 * What a price is a month, rounded up to a cent: never less than is paid.
 *
 * @returns undefined where the length has no months, or is one
 */
export function monthlyPrice({
  price,
  length,
}: Pick<Product, 'price' | 'length'>): Product['price'] | undefined {
  const [, count = '', unit] = /^P(\d+)([YM])$/.exec(length) ?? []
  const months = Number(count) * (unit === 'Y' ? 12 : 1)
  return months > 1 ? { ...price, amount: Math.ceil(price.amount / months) } : undefined
}

/** How much of a price is tax, at each of its rates. */
export function vatText({ vat }: Pick<Product, 'vat'>): string {
  const lines = vat.map(line =>
    translate('shop.vat_line', { rate: formatNumber(line.rate_percent), vat: formatMoney(line.vat) }),
  )
  return translate('shop.vat', { lines: lines.join(', ') })
}

/** Texts of what a product unlocks. */
export const unlockedTexts = (product: Pick<Product, 'access' | 'device_limit'>): string[] =>
  unlockedAccess([product]).map(say)
