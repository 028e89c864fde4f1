import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import type { ErrorKey } from '../errors.ts'
import { IdParam, UserParams, usersPath } from '../wire.ts'
import { isCompanyId, isTaxId, isVatId } from './company-numbers.ts'
import { isCountry } from './countries.ts'
import { isPersonName, isPlainText } from './plain-text.ts'
import { isZip, needsZip } from './zip.ts'

/** Purpose of an address: invoices, or delivery of print (R3.08). */
export const AddressType = z.enum(['invoice', 'print'], 'address_type_not_found')
export type AddressType = z.infer<typeof AddressType>

/** An address as its reader sees it (R3.08). Fields left empty are null. */
export const Address = z.object({
  id: z.int(),
  type: AddressType,
  name: z.string(),
  surname: z.string(),
  /** Null in a village whose houses have numbers only. */
  street: z.nullable(z.string()),
  number: z.string(),
  city: z.string(),
  zip: z.nullable(z.string()),
  country: z.string(),
  company_name: z.nullable(z.string()),
  company_id: z.nullable(z.string()),
  company_tax_id: z.nullable(z.string()),
  company_vat_id: z.nullable(z.string()),
})
export type Address = z.infer<typeof Address>

/**
 * A required field with a rule, each with its error key (R8.10). The specification's own keys serve for both.
 */
const filled = (keys: { empty: ErrorKey; wrong: ErrorKey }, maxLength: number, holds = isPlainText) =>
  z.string({ error: issue => (issue.input === undefined ? keys.empty : undefined) }).check(
    z.trim(),
    z.minLength(1, keys.empty),
    z.maxLength(maxLength, 'max_length'),
    // An empty text is reported once, not twice; `abort` would keep the checks between fields from running.
    z.refine(text => text === '' || holds(text), keys.wrong),
  )
const always = (key: ErrorKey) => ({ empty: key, wrong: key })
const plain = { empty: 'required', wrong: 'invalid_input' } as const

/** An optional field; empty counts as not given. */
const optional = (maxLength: number, spelled: (text: string) => string = text => text) =>
  z.pipe(
    z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.trim(),
            z.overwrite(spelled),
            z.maxLength(maxLength, 'max_length'),
            z.refine(isPlainText, 'invalid_input'),
          ),
      ),
    ),
    z.transform(text => text || null),
  )

/** Numbers of companies are often typed with spaces between groups of digits. */
const withoutSpaces = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

const fields = z.strictObject({
  type: AddressType,
  name: filled(always('first_name_invalid'), 100, isPersonName),
  surname: filled(always('last_name_invalid'), 100, isPersonName),
  street: optional(150),
  number: filled(plain, 20),
  city: filled(plain, 100),
  zip: optional(12),
  country: filled(always('country_not_found'), 2, isCountry),
  company_name: optional(200),
  company_id: optional(30, withoutSpaces),
  company_tax_id: optional(30, withoutSpaces),
  company_vat_id: optional(30, withoutSpaces),
})
type Fields = z.output<typeof fields>

type Partly = Partial<Fields>

/** Rules that depend on the country and the company; a part may be missing or invalid itself. */
const rulesBetweenFields: readonly {
  field: keyof Fields
  key: ErrorKey
  holds: (address: Partly) => boolean
}[] = [
  {
    field: 'zip',
    key: 'zip_invalid',
    holds: ({ zip, country = '' }) => (zip ? !isCountry(country) || isZip(zip, country) : !needsZip(country)),
  },
  {
    field: 'company_name',
    key: 'company_name_invalid',
    holds: ({ company_name: name, company_id: id, company_tax_id: taxId, company_vat_id: vatId }) =>
      name ? /[\p{L}\p{N}]/u.test(name) : !id && !taxId && !vatId,
  },
  numberRule('company_id', 'company_id_invalid', isCompanyId),
  numberRule('company_tax_id', 'company_tax_id_invalid', isTaxId),
  numberRule('company_vat_id', 'company_vat_id_invalid', isVatId),
]

/** A company's number has its country's format, where that is known. */
function numberRule(
  field: 'company_id' | 'company_tax_id' | 'company_vat_id',
  key: ErrorKey,
  isNumber: (text: string, country: string) => boolean,
) {
  const holds = ({ country = '', [field]: number }: Partly) =>
    !number || !isCountry(country) || isNumber(number, country)
  return { field, key, holds }
}

/**
 * Input of an address: the same validation in the form and on the server (R5.09). Rules between fields are
 * checked even when other fields are invalid, so that all faults are reported at once.
 */
export const AddressInput = fields.check(
  ...rulesBetweenFields.map(({ field, key, holds }) =>
    z.refine<Fields>(holds, {
      error: key,
      path: [field],
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  ),
)
export type AddressInput = z.output<typeof AddressInput>

const addressesPath = `${usersPath}/addresses` as const
const AddressParams = z.extend(UserParams, { id: IdParam })
const common = { tag: 'Addresses', access: 'reader' } as const
const refusals = ['address_type_invoice_not_allowed'] as const

export const listAddresses = endpoint({
  ...common,
  method: 'GET',
  path: addressesPath,
  summary: 'Addresses of the reader, and whether one for invoices may be among them',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(Address), invoice_allowed: z.boolean() }) },
})

export const addAddress = endpoint({
  ...common,
  method: 'POST',
  path: addressesPath,
  summary: 'Add an address; an equal one that is there is answered, and added no second time',
  params: UserParams,
  body: AddressInput,
  success: { status: 201, body: Address },
  refusals: [...refusals, 'address_limit_reached'],
})

export const changeAddress = endpoint({
  ...common,
  method: 'PUT',
  path: `${addressesPath}/:id`,
  summary: 'Change an address',
  params: AddressParams,
  body: AddressInput,
  success: { status: 200, body: Address },
  refusals,
})

export const removeAddress = endpoint({
  ...common,
  method: 'DELETE',
  path: `${addressesPath}/:id`,
  summary: 'Remove an address',
  params: AddressParams,
  success: { status: 204 },
})
