import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { euros, nextPayment, type Situation } from './situation.ts'

const card = { brand: 'Visa', last4: '4242', valid_until: '2027-02-28' }

/** For tests: subscriptions whose next payment may fail, has failed, or costs something else. */
export const payingSituations: Situation[] = [
  {
    what: 'card that expires before the payment',
    subscription: exampleSubscription({ payment: { card } }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 02/2027.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
      '! Karta stratí platnosť skôr, než príde platba.',
      '! Karta Visa •••• 4242 platí do 02/2027, no platba je až 12. marca 2027. Keď vám banka pošle novú kartu, zadajte ju tlačidlom „Zmeniť kartu“. Ak sa to nepodarí, napíšte nám na pomoc@dennik.example.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 02/2027.',
      'You can turn renewal off until 10 March 2027.',
      '! Your card expires before the next payment.',
      '! Your card Visa •••• 4242 is valid until 02/2027, but the payment is not due until 12 March 2027. When your bank sends you a new card, enter it with the button “Change the card”. If that does not work, write to us at pomoc@dennik.example.',
    ],
  },
  {
    what: 'payment that failed and will be tried again',
    subscription: exampleSubscription({
      recurrence: {
        can_stop_until: nextPayment.at,
        next_payment: { ...nextPayment, failed_attempts: 1, failure: 'card_declined' },
      },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 o 19:42 skúsime znova stiahnuť 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť ešte pred týmto pokusom.',
      '! Platba za ďalšie obdobie sa nepodarila.',
      '! Čítať môžete ďalej. Do ďalšieho pokusu skontrolujte, či karta platí, či je na účte dosť peňazí a či vám banka dovoľuje platby na internete.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 at 19:42 we will try again to charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off before this attempt.',
      '! The payment for the next period failed.',
      '! You can keep reading. Before the next attempt, check that the card is valid, that there is enough money in the account and that your bank allows online payments.',
    ],
  },
  {
    what: 'payment that failed because the card has expired',
    subscription: exampleSubscription({
      payment: { card },
      recurrence: {
        can_stop_until: nextPayment.at,
        next_payment: { ...nextPayment, failed_attempts: 1, failure: 'expired_card' },
      },
    }),
    now: '2027-03-12T18:42:00.001Z',
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 o 19:42 skúsime znova stiahnuť 89,90 € z karty Visa •••• 4242, platnej do 02/2027.',
      '! Platba za ďalšie obdobie sa nepodarila.',
      '! Čítať môžete ďalej. Karta Visa •••• 4242 stratila platnosť. Do ďalšieho pokusu zadajte, prosím, inú kartu tlačidlom „Zmeniť kartu“.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 at 19:42 we will try again to charge €89.90 to your card Visa •••• 4242, valid until 02/2027.',
      '! The payment for the next period failed.',
      '! You can keep reading. Your card Visa •••• 4242 has expired. Before the next attempt, please enter another card with the button “Change the card”.',
    ],
  },
  {
    what: 'R11.03 payment after a pause that failed and will be tried again',
    subscription: exampleSubscription({
      state: 'inactive',
      recurrence: {
        can_stop_until: nextPayment.at,
        next_payment: { ...nextPayment, failed_attempts: 1, failure: 'card_declined' },
      },
    }),
    sk: [
      'Prémium ste mali do 14. marca 2027.',
      '12. marca 2027 o 19:42 skúsime znova stiahnuť 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť ešte pred týmto pokusom.',
      '! Platba za ďalšie obdobie sa nepodarila.',
      '! Čítať budete, len čo platba prejde. Do ďalšieho pokusu skontrolujte, či karta platí, či je na účte dosť peňazí a či vám banka dovoľuje platby na internete.',
    ],
    en: [
      'You had Prémium until 14 March 2027.',
      'On 12 March 2027 at 19:42 we will try again to charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off before this attempt.',
      '! The payment for the next period failed.',
      '! You can read as soon as the payment goes through. Before the next attempt, check that the card is valid, that there is enough money in the account and that your bank allows online payments.',
    ],
  },
  {
    what: 'R11.09 next payment at a new price',
    subscription: exampleSubscription({
      recurrence: {
        next_payment: {
          ...nextPayment,
          price: euros(9990),
          price_change: { at: nextPayment.at, price: euros(9990), former_price: euros(8990) },
        },
      },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 99,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Je to nová cena, pred zmenou to bolo 89,90 €.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €99.90 to your card Visa •••• 4242, valid until 08/2028.',
      'This is a new price; before the change it was €89.90.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'R11.09 a payment at a new price that is tried again',
    subscription: exampleSubscription({
      recurrence: {
        can_stop_until: nextPayment.at,
        next_payment: {
          ...nextPayment,
          price: euros(9990),
          price_change: { at: '2027-03-12T18:27:00Z', price: euros(9990), former_price: euros(8990) },
          failed_attempts: 1,
          failure: 'card_declined',
        },
      },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 o 19:42 skúsime znova stiahnuť 99,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Je to nová cena, pred zmenou to bolo 89,90 €.',
      'Obnovovanie môžete vypnúť ešte pred týmto pokusom.',
      '! Platba za ďalšie obdobie sa nepodarila.',
      '! Čítať môžete ďalej. Do ďalšieho pokusu skontrolujte, či karta platí, či je na účte dosť peňazí a či vám banka dovoľuje platby na internete.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 at 19:42 we will try again to charge €99.90 to your card Visa •••• 4242, valid until 08/2028.',
      'This is a new price; before the change it was €89.90.',
      'You can turn renewal off before this attempt.',
      '! The payment for the next period failed.',
      '! You can keep reading. Before the next attempt, check that the card is valid, that there is enough money in the account and that your bank allows online payments.',
    ],
  },
  {
    what: 'R11.09 a new price from a later payment on',
    subscription: exampleSubscription({
      recurrence: {
        next_payment: {
          ...nextPayment,
          price_change: { at: '2027-04-12T17:42:00Z', price: euros(9990), former_price: euros(8990) },
        },
      },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Cena sa zmení: od 12. apríla 2027 budeme sťahovať 99,90 €.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'The price will change: from 12 April 2027 we will charge €99.90.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'payment by SMS that failed and will be tried again',
    subscription: exampleSubscription({
      payment: { method: 'sms', card: null },
      recurrence: { can_stop_until: nextPayment.at, next_payment: { ...nextPayment, failed_attempts: 2 } },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 o 19:42 skúsime znova stiahnuť 89,90 €.',
      'Obnovovanie môžete vypnúť ešte pred týmto pokusom.',
      '! Platba za ďalšie obdobie sa nepodarila.',
      '! Čítať môžete ďalej. Do ďalšieho pokusu skontrolujte, či máte na platbu dosť peňazí.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 at 19:42 we will try again to charge €89.90.',
      'You can turn renewal off before this attempt.',
      '! The payment for the next period failed.',
      '! You can keep reading. Before the next attempt, check that you have enough money for the payment.',
    ],
  },
]
