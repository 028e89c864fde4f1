import type { Settings } from '../platform/settings.ts'
import type { Environment } from './environment.ts'

/** @returns the account to which readers send transfers */
export const toBank = (env: Environment): Settings['bank'] => ({
  iban: env.BANK_IBAN,
  beneficiary: env.BANK_BENEFICIARY,
})
