import * as z from 'zod'
import type { Settings } from '../platform/settings.ts'

const text = z.string().min(1)

/** The account to which readers send transfers. */
export const bankVariables = {
  BANK_IBAN: text
    .transform(iban => iban.replaceAll(' ', '').toUpperCase())
    .refine(isIban)
    .optional(),
  BANK_BENEFICIARY: text.default('Vydavateľstvo Denník, a. s.'),
}

/** @returns the publisher's account; without one that of the examples in the bank association's standard: nobody's */
export const toBank = (env: z.infer<z.ZodObject<typeof bankVariables>>): Settings['bank'] => ({
  iban: env.BANK_IBAN ?? 'SK3112000000198742637541',
  beneficiary: env.BANK_BENEFICIARY,
})

/** Whether the two check digits of an account's number fit (ISO 13616). */
function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, letter =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
