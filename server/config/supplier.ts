import type { Settings } from '../platform/settings.ts'
import type { Environment } from './environment.ts'

/** @returns the seller on receipts and invoices */
export const toSupplier = (env: Environment): Settings['supplier'] => ({
  name: env.SUPPLIER_NAME,
  street: env.SUPPLIER_STREET,
  city: env.SUPPLIER_CITY,
  companyId: env.SUPPLIER_COMPANY_ID,
  taxId: env.SUPPLIER_TAX_ID,
  vatId: env.SUPPLIER_VAT_ID,
  register: env.SUPPLIER_REGISTER,
})
