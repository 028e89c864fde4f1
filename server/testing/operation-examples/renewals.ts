import { holdRenewals } from '#server/modules/subscriptions/index.ts'
import type { Examples } from './example.ts'

export const renewalExamples: Examples = {
  'renewals show': async () => ({}),
  'renewals hold': async () => ({ note: 'Hodiny servera išli dopredu' }),
  'renewals release': async ({ deps }) => {
    await deps.db.transaction(tx => holdRenewals(tx, deps)).catch(() => undefined)
    return { note: 'Hodiny idú správne' }
  },
}
