import type { AddressType } from '#contract/addresses/addresses.ts'
import { mayHaveInvoiceAddress } from '#server/modules/subscriptions/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'

/**
 * Refuses an invoice address of a reader to whom no invoice can be made out (R5.09).
 *
 * @throws AppError `address_type_invoice_not_allowed` at the field `type`
 */
export async function requireAllowedType(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  type: AddressType,
): Promise<void> {
  if (type === 'invoice' && !(await mayHaveInvoiceAddress(deps, userId))) {
    throw new AppError({ key: 'address_type_invoice_not_allowed', field: 'type' })
  }
}
