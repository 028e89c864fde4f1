import { sepaText } from '#server/platform/formats/sepa-text.ts'

type Asked = { iban: string; beneficiary: string; amountCents: number; variableSymbol: string; note: string }

/**
 * Link that opens a transfer, filled in, in the bank's app of a phone; elsewhere, and where the bank takes no part, a page
 * of payme.sk. Payment Link Standard 2.0 of the Slovak Banking Association (in force since 1 January 2026): chapter 3.3
 * for the path (version 2, `e` for e-commerce, `PME` for payme), 3.4 for the attributes. No due date: type `e` has none.
 */
export function bankAppLink({ iban, beneficiary, amountCents, variableSymbol, note }: Asked): string {
  const query = new URLSearchParams({
    IBAN: iban,
    AM: (amountCents / 100).toFixed(2),
    CC: 'EUR',
    PI: `/VS${variableSymbol}/SS/KS`,
    MSG: sepaText(note, 140),
    CN: sepaText(beneficiary, 70),
  })
  return `https://payme.sk/2/e/PME?${query.toString()}`
}
