import * as z from 'zod/mini'

/** Separators between groups of digits. */
const separators = /[\s\u2010-\u2013()./-]/g
const international = /^(?:\+|00)421(?=9\d{8}$)/
const national = /^09\d{8}$/

/**
 * A Slovak mobile number as it is kept: `09xxxxxxxx`. Spaces and the forms `+421 9…` and `00421 9…` are taken and
 * turned into it (R5.07).
 */
export const normaliseMobileNumber = (typed: string): string =>
  typed.replaceAll(separators, '').replace(international, '0')

/** A mobile number that was typed; refused with `required` or `phone_wrong_format`. */
export const MobileNumber = z
  .string()
  .check(
    z.maxLength(100, { error: 'phone_wrong_format', abort: true }),
    z.overwrite(normaliseMobileNumber),
    z.minLength(1, { error: 'required', abort: true }),
    z.regex(national, 'phone_wrong_format'),
  )

/** The number as it is printed: `0905 123 456`, never broken across lines. */
export const printedMobileNumber = (number: string): string =>
  number.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1\u00a0$2\u00a0$3')
