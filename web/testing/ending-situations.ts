import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { noRenewal, type Situation } from './situation.ts'

/** For tests: subscriptions that end, have ended or are still to begin. */
export const endingSituations: Situation[] = [
  {
    what: 'R4.08 renewal stopped by the reader',
    subscription: exampleSubscription({ recurrence: noRenewal('off', 'stopped_by_reader') }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Obnovovanie ste vypli. Čítate až do konca zaplateného obdobia, potom sa predplatné skončí a nič vám nestrhneme.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'You have turned renewal off. You can read until the end of the period you paid for; then the subscription ends and we charge nothing.',
    ],
  },
  {
    what: 'R11.12 renewal that is not turned on in a dispute',
    subscription: exampleSubscription({
      recurrence: { ...noRenewal('off', 'stopped_by_reader'), barred: true },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Obnovovanie ste vypli. Čítate až do konca zaplateného obdobia, potom sa predplatné skončí a nič vám nestrhneme.',
      'Niektorá vaša platba je namietaná v banke; kým o nej banka nerozhodne, obnovovanie sa zapnúť nedá. Ak o námietke neviete, napíšte nám na pomoc@dennik.example.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'You have turned renewal off. You can read until the end of the period you paid for; then the subscription ends and we charge nothing.',
      'A payment of yours is disputed at the bank; until the bank has decided, renewal cannot be turned on. If you do not know of it, write to us at pomoc@dennik.example.',
    ],
  },
  {
    what: 'renewal given up after failures, still running',
    subscription: exampleSubscription({ recurrence: noRenewal('off', 'stopped_after_failures') }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa skončí. Platbu za ďalšie obdobie sa nám nepodarilo stiahnuť, preto sa predplatné neobnoví.',
      'Ak chcete čítať aj potom, kúpte si ďalšie predplatné.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then end. Repeated attempts to charge you for the next period failed, so the subscription will not renew.',
      'To keep reading after that, buy another subscription.',
    ],
  },
  {
    what: 'R11.12 the bank wants the payment confirmed',
    subscription: exampleSubscription({ recurrence: noRenewal('off', 'awaits_confirmation') }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      '! Banka chce, aby ste platbu potvrdili.',
      '! Bez potvrdenia predplatné 14. marca 2027 neobnovíme.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      '! Your bank wants you to confirm the payment.',
      '! Unless you confirm it, we will not renew the subscription on 14 March 2027.',
    ],
  },
  {
    what: 'renewal stopped by the publisher, who has no failure to tell of',
    subscription: exampleSubscription({ recurrence: noRenewal('off', 'stopped_by_publisher') }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa skončí. Obnovovanie sme vám vypli, nič vám nestrhneme.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then end. We have turned its renewal off and will charge you nothing.',
    ],
  },
  {
    what: 'bank transfer',
    subscription: exampleSubscription({
      payment: { method: 'bank_transfer', card: null },
      recurrence: noRenewal('unavailable', 'not_recurrent'),
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa skončí. Platili ste prevodom na účet, preto sa samo neobnoví a nič vám nestrhneme.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then end. You paid by bank transfer, so it does not renew by itself and we charge nothing.',
    ],
  },
  {
    what: 'card without a renewal',
    subscription: exampleSubscription({ recurrence: noRenewal('unavailable', null) }),
    sk: ['Prémium máte do 14. marca 2027.', 'Potom sa skončí. Samo sa neobnoví a nič vám nestrhneme.'],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then end. It does not renew by itself and we charge nothing.',
    ],
  },
  {
    what: 'gift',
    subscription: exampleSubscription({
      type: { code: 'gift_premium_1y', name: 'Darčekové Prémium' },
      audience: 'gift',
      payment: null,
      recurrence: noRenewal('unavailable', 'no_payment'),
    }),
    sk: [
      'Darčekové Prémium máte do 14. marca 2027.',
      'Dostali ste ho ako darček. Samo sa neobnoví a nič vám nestrhneme.',
    ],
    en: [
      'You have Darčekové Prémium until 14 March 2027.',
      'You were given it as a gift. It does not renew by itself and we charge nothing.',
    ],
  },
  {
    what: 'company subscription of its administrator',
    subscription: exampleSubscription({
      type: { code: 'company_premium_5', name: 'Firemné Prémium pre 5 ľudí' },
      audience: 'company',
      reads: false,
      payment: { method: 'bank_transfer', card: null },
      recurrence: noRenewal('unavailable', 'not_recurrent'),
    }),
    sk: [
      'Firemné Prémium pre 5 ľudí máte do 14. marca 2027.',
      'Prístupy v ňom rozdávate na stránke Pre firmy. Ak chcete čítať aj vy, dajte jeden prístup sebe.',
    ],
    en: [
      'You have Firemné Prémium pre 5 ľudí until 14 March 2027.',
      'You give out its seats on the page For companies. You can read with it yourself only if you give yourself one.',
    ],
  },
  {
    what: 'employee of a company',
    subscription: exampleSubscription({
      type: { code: 'company_premium_5', name: 'Firemné Prémium pre 5 ľudí' },
      audience: 'company',
      given_by: 'Pod Lipou, s. r. o.',
      payment: null,
      recurrence: noRenewal('unavailable', 'no_payment'),
    }),
    sk: [
      'Prémium od vašej firmy máte do 14. marca 2027.',
      'Prístup vám dáva Pod Lipou, s. r. o., tam rozhodnú aj o jeho predĺžení. Vám nič nestrhneme.',
    ],
    en: [
      'You have Premium from your company until 14 March 2027.',
      'Pod Lipou, s. r. o. gives you this access and decides whether to extend it. We charge you nothing.',
    ],
  },
  {
    what: 'member of a family',
    subscription: exampleSubscription({
      type: { code: 'family_premium_1y', name: 'Rodinné Prémium' },
      audience: 'family',
      given_by: 'Viera Kostková',
      payment: { method: 'none', card: null },
      recurrence: noRenewal('unavailable', 'no_payment'),
    }),
    sk: [
      'Prémium z rodinného predplatného máte do 14. marca 2027.',
      'Viera Kostková vám ho dáva. Vám nič nestrhneme.',
    ],
    en: [
      'You have Premium through a family subscription until 14 March 2027.',
      'Viera Kostková gives it to you. We charge you nothing.',
    ],
  },
  {
    what: 'R4.05 has yet to begin',
    subscription: exampleSubscription({
      state: 'future',
      recurrence: noRenewal('unavailable', 'not_recurrent'),
    }),
    sk: ['Prémium budete mať od 14. marca 2026.', 'Začne sa samo, nemusíte robiť nič.'],
    en: [
      'You will have Prémium from 14 March 2026.',
      'It starts by itself; there is nothing you need to do.',
    ],
  },
  {
    what: 'has ended because its renewal failed',
    subscription: exampleSubscription({
      state: 'inactive',
      recurrence: noRenewal('off', 'stopped_after_failures'),
    }),
    sk: [
      'Prémium ste mali do 14. marca 2027.',
      'Obnoviť sa ho nepodarilo: platba z karty Visa •••• 4242 neprešla. Nič sme vám nestrhli. Predplatiť si môžete znova, aj inou kartou.',
    ],
    en: [
      'You had Prémium until 14 March 2027.',
      'It could not be renewed: the payment by card Visa •••• 4242 did not go through. We charged you nothing. You can subscribe again, with another card too.',
    ],
  },
  {
    what: 'has ended because its payment was given back',
    subscription: exampleSubscription({
      state: 'inactive',
      payment: { state: 'refunded' },
      recurrence: noRenewal('off', 'stopped_by_publisher'),
    }),
    sk: [
      'Prémium ste mali do 14. marca 2027.',
      'Predplatné sa skončilo vrátením platby. Kde sú peniaze, vidíte v časti Doklady.',
    ],
    en: [
      'You had Prémium until 14 March 2027.',
      'The subscription ended with a refund of its payment. Where the money is, you can see under Documents.',
    ],
  },
  {
    what: 'a gift that was cancelled',
    subscription: exampleSubscription({
      state: 'inactive',
      audience: 'gift',
      payment: null,
      recurrence: noRenewal('unavailable', 'gift_cancelled'),
    }),
    sk: [
      'Prémium ste mali do 14. marca 2027.',
      'Darček bol zrušený a peniaze zaň vraciame tomu, kto ho kúpil. Vám nič nestrhneme.',
    ],
    en: [
      'You had Prémium until 14 March 2027.',
      'The gift was cancelled and its money goes back to whoever bought it. You are charged nothing.',
    ],
  },
  {
    what: 'has ended after the reader stopped it',
    subscription: exampleSubscription({
      state: 'inactive',
      recurrence: noRenewal('off', 'stopped_by_reader'),
    }),
    sk: ['Prémium ste mali do 14. marca 2027.'],
    en: ['You had Prémium until 14 March 2027.'],
  },
]
