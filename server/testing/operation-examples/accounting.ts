import type { Examples } from './example.ts'

const input = async () => ({ month: '2027-03' })

export const accountingExamples: Examples = {
  'accounting documents': input,
  'accounting payments': input,
  'accounting refunds': input,
  'accounting vat': input,
  'e-invoices export': input,
}
