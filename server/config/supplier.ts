import type { Settings } from '../platform/settings.ts'
import { toBank } from './bank.ts'
import type { Environment } from './environment.ts'

/** @returns the seller on receipts and invoices */
export function toSupplier(env: Environment): Settings['supplier'] {
  const [, zip = null, city = env.SUPPLIER_CITY] = /^(\d{3} ?\d{2})\s+(.+)$/.exec(env.SUPPLIER_CITY) ?? []
  return {
    name: env.SUPPLIER_NAME,
    street: env.SUPPLIER_STREET,
    zip,
    city,
    // A VAT number begins with its country.
    country: env.SUPPLIER_VAT_ID.slice(0, 2),
    companyId: env.SUPPLIER_COMPANY_ID,
    taxId: env.SUPPLIER_TAX_ID,
    vatId: env.SUPPLIER_VAT_ID,
    register: env.SUPPLIER_REGISTER,
    iban: toBank(env).iban,
    endpointScheme: env.E_INVOICE_SCHEME,
  }
}
