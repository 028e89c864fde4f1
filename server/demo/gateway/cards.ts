import type { DeclineReason } from '#contract/payments/decline-reason.ts'

/** Behaviour of a test card: on the page, with its reader, and later off-session. */
export type Behaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'confirmed_always'
  | 'confirmed_once'
  | 'declined_later'
  | 'unusable_later'
  | 'silent'
  /** The gateway was told to delete it; no test card begins so. */
  | 'forgotten'

type TestCard = {
  number: string
  brand: string
  behaviour: Behaviour
  what: { sk: string; en: string }
}

const testCard = (number: string, behaviour: Behaviour, sk: string, en: string): TestCard => ({
  number,
  brand: number.startsWith('4') ? 'Visa' : 'Mastercard',
  behaviour,
  what: { sk, en },
})

/** The cards of the demo; the numbers are those that gateways publish for tests. All others are refused. */
export const testCards: readonly TestCard[] = [
  testCard('4242424242424242', 'succeeds', 'Platba prejde', 'The payment goes through'),
  testCard('5555555555554444', 'succeeds', 'Platba prejde', 'The payment goes through'),
  testCard('4000000000000002', 'declined', 'Banka platbu zamietne', 'The bank declines the payment'),
  testCard('4000000000009995', 'insufficient_funds', 'Na účte je málo peňazí', 'There is not enough money'),
  testCard('4000000000000069', 'expired', 'Karta stratila platnosť', 'The card has expired'),
  testCard(
    '4000002500003155',
    'confirmed_once',
    'Overenie 3-D Secure, len teraz',
    '3-D Secure, only this time',
  ),
  testCard(
    '4000002760003184',
    'confirmed_always',
    'Overenie 3-D Secure pri každej platbe',
    '3-D Secure at every payment',
  ),
  testCard(
    '4000000000000341',
    'declined_later',
    'Teraz prejde, ďalšie obdobia banka zamietne',
    'Goes through now, later periods are declined',
  ),
  testCard(
    '4000000000009979',
    'unusable_later',
    'Teraz prejde, potom ju banka zablokuje',
    'Goes through now, then the bank blocks the card',
  ),
  testCard(
    '4000000000006975',
    'silent',
    'Platba prejde, ale odpoveď sa stratí',
    'The payment goes through, its answer gets lost',
  ),
]

/** @param typed as typed, with spaces or without */
export const findTestCard = (typed: string): TestCard | undefined =>
  testCards.find(card => card.number === typed.replaceAll(/[\s-]/g, ''))

/** The behaviour of a card of which only the last digits are known. */
export const behaviourOf = (last4: string): Behaviour =>
  testCards.find(card => card.number.endsWith(last4))?.behaviour ?? 'succeeds'

/**
 * Why a charge is declined, if it is.
 *
 * @param card.validUntil last day on which it is good, YYYY-MM-DD
 * @param withReader false for a charge without its reader, who could confirm it
 */
export function declineOf(
  card: { behaviour: Behaviour; validUntil: string },
  day: string,
  withReader: boolean,
): DeclineReason | undefined {
  if (card.validUntil < day) return 'expired_card'
  switch (card.behaviour) {
    case 'declined':
    case 'forgotten':
      return 'card_declined'
    case 'insufficient_funds':
      return 'insufficient_funds'
    case 'expired':
      return 'expired_card'
    case 'declined_later':
      return withReader ? undefined : 'card_declined'
    case 'unusable_later':
      return withReader ? undefined : 'card_unusable'
    case 'confirmed_always':
      return withReader ? undefined : 'authentication_required'
    case 'succeeds':
    case 'confirmed_once':
    case 'silent':
      return undefined
  }
}
