import * as z from 'zod'
import type { Settings } from '../platform/settings.ts'

const text = z.string().min(1)

/** Who sells; the demo's publisher when nothing is given. */
export const supplierVariables = {
  SUPPLIER_NAME: text.default('Vydavateľstvo Denník, a. s.'),
  SUPPLIER_STREET: text.default('Novinárska 7'),
  SUPPLIER_CITY: text.default('811 09  Bratislava'),
  SUPPLIER_COMPANY_ID: text.default('99000105'),
  SUPPLIER_TAX_ID: text.default('2990000103'),
  SUPPLIER_VAT_ID: text.default('SK2990000103'),
  SUPPLIER_REGISTER: text.default(
    'Obchodný register Mestského súdu Bratislava III, oddiel Sa, vložka 9901/B',
  ),
}

/** @returns who sells, as it stands on documents */
export const toSupplier = (env: z.infer<z.ZodObject<typeof supplierVariables>>): Settings['supplier'] => ({
  name: env.SUPPLIER_NAME,
  street: env.SUPPLIER_STREET,
  city: env.SUPPLIER_CITY,
  companyId: env.SUPPLIER_COMPANY_ID,
  taxId: env.SUPPLIER_TAX_ID,
  vatId: env.SUPPLIER_VAT_ID,
  register: env.SUPPLIER_REGISTER,
})
