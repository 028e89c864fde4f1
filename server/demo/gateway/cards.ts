/** How a card behaves: on the page, with its reader, and later without. */
export type Behaviour =
  | 'succeeds'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'confirmed_always'
  | 'confirmed_once'
  | 'declined_later'
  | 'silent'

type TestCard = {
  number: string
  brand: string
  behaviour: Behaviour
  what: { sk: string; en: string }
}

/** The cards of the demo; the numbers are those that gateways publish for tests. No other number is taken. */
export const testCards: readonly TestCard[] = [
  {
    number: '4242424242424242',
    brand: 'Visa',
    behaviour: 'succeeds',
    what: { sk: 'Platba prejde', en: 'The payment goes through' },
  },
  {
    number: '5555555555554444',
    brand: 'Mastercard',
    behaviour: 'succeeds',
    what: { sk: 'Platba prejde', en: 'The payment goes through' },
  },
  {
    number: '4000000000000002',
    brand: 'Visa',
    behaviour: 'declined',
    what: { sk: 'Banka platbu zamietne', en: 'The bank declines the payment' },
  },
  {
    number: '4000000000009995',
    brand: 'Visa',
    behaviour: 'insufficient_funds',
    what: { sk: 'Na účte je málo peňazí', en: 'There is not enough money' },
  },
  {
    number: '4000000000000069',
    brand: 'Visa',
    behaviour: 'expired',
    what: { sk: 'Karta stratila platnosť', en: 'The card has expired' },
  },
  {
    number: '4000002500003155',
    brand: 'Visa',
    behaviour: 'confirmed_once',
    what: { sk: 'Overenie 3-D Secure, len teraz', en: '3-D Secure, only this time' },
  },
  {
    number: '4000002760003184',
    brand: 'Visa',
    behaviour: 'confirmed_always',
    what: { sk: 'Overenie 3-D Secure pri každej platbe', en: '3-D Secure at every payment' },
  },
  {
    number: '4000000000000341',
    brand: 'Mastercard',
    behaviour: 'declined_later',
    what: {
      sk: 'Teraz prejde, ďalšie obdobia banka zamietne',
      en: 'Goes through now, later periods are declined',
    },
  },
  {
    number: '4000000000006975',
    brand: 'Visa',
    behaviour: 'silent',
    what: {
      sk: 'Platba prejde, ale odpoveď sa stratí',
      en: 'The payment goes through, its answer gets lost',
    },
  },
]

/** @param typed as somebody wrote it, with spaces or without */
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
): 'card_declined' | 'insufficient_funds' | 'expired_card' | 'authentication_required' | undefined {
  if (card.validUntil < day) return 'expired_card'
  switch (card.behaviour) {
    case 'declined':
      return 'card_declined'
    case 'insufficient_funds':
      return 'insufficient_funds'
    case 'expired':
      return 'expired_card'
    case 'declined_later':
      return withReader ? undefined : 'card_declined'
    case 'confirmed_always':
      return withReader ? undefined : 'authentication_required'
    case 'succeeds':
    case 'confirmed_once':
    case 'silent':
      return undefined
  }
}
