import type { Product } from '#contract/orders/products.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { translate } from '#web/lib/texts/i18n.ts'

type Priced = Pick<Product, 'vat'>

const sum = (lines: Priced['vat'], part: 'net' | 'vat') =>
  formatMoney({ amount: lines.reduce((total, line) => total + line[part].amount, 0), currency: 'EUR' })

/** The price without VAT. */
export const netPrice = ({ vat }: Priced): string => sum(vat, 'net')

/** How much of the price is VAT. */
export const vatPart = ({ vat }: Priced): string => sum(vat, 'vat')

/** Name of a package by its seats: `5 prístupov`. */
export const packageName = (seats: number): string => translate('companies.package', { count: seats })
