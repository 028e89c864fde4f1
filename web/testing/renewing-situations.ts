import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { euros, nextPayment, type Situation } from './situation.ts'

const paused = {
  paused_until: '2027-05-14T17:42:00Z',
  can_stop_until: '2027-05-12T17:42:00Z',
  next_payment: { ...nextPayment, at: '2027-05-14T17:42:00Z' },
}

/** For tests: subscriptions that renew, and how. */
export const renewingSituations: Situation[] = [
  {
    what: 'renews by card for another year',
    subscription: exampleSubscription(),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'renews into another product',
    subscription: exampleSubscription({
      recurrence: { next_type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' } },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom bude pokračovať ako Prémium bez reklamy.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then continue as Prémium bez reklamy.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'R11.01 renews for a year after the rest of one, however many days that was',
    subscription: exampleSubscription({
      period: { from: '2027-02-14T18:42:00Z', to: '2027-03-14T18:42:00Z' },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'renews for a month after a February of 28 days',
    subscription: exampleSubscription({
      period: { from: '2027-02-14T18:42:00Z', to: '2027-03-14T18:42:00Z' },
      recurrence: { next_length: 'P1M' },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'less than 48 hours before the payment',
    subscription: exampleSubscription(),
    now: '2027-03-10T18:42:00.001Z',
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Do platby zostáva menej ako 48 hodín, obnovovanie sa už pred ňou vypnúť nedá.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'The payment is less than 48 hours away, so renewal can no longer be turned off before it.',
    ],
  },
  {
    what: 'four weeks that renew by SMS',
    subscription: exampleSubscription({
      type: { code: 'advert_4w', name: 'Bez reklamy' },
      period: { from: '2026-11-01T10:00:00Z', to: '2026-11-29T10:00:00Z' },
      payment: { method: 'sms', card: null },
      recurrence: {
        can_stop_until: '2026-11-25T10:00:00Z',
        next_payment: {
          at: '2026-11-27T10:00:00Z',
          price: euros(299),
          price_change: null,
          failed_attempts: 0,
          failure: null,
        },
        next_type: { code: 'advert_4w', name: 'Bez reklamy' },
        next_length: 'P4W',
      },
    }),
    sk: [
      'Bez reklamy máte do 29. novembra 2026.',
      'Potom sa obnoví na ďalšie 4 týždne.',
      '27. novembra 2026 zaplatíte 2,99 € cez SMS.',
      'Obnovovanie môžete vypnúť do 25. novembra 2026.',
    ],
    en: [
      'You have Bez reklamy until 29 November 2026.',
      'It will then renew for another 4 weeks.',
      'On 27 November 2026 you will pay €2.99 by SMS.',
      'You can turn renewal off until 25 November 2026.',
    ],
  },
  {
    what: 'months that renew by Google',
    subscription: exampleSubscription({
      period: { from: '2026-12-14T18:42:00Z', to: '2027-03-14T18:42:00Z' },
      payment: { method: 'google', card: null },
      recurrence: { next_length: 'P3M' },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví.',
      '12. marca 2027 zaplatíte 89,90 € cez Google.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew.',
      'On 12 March 2027 you will pay €89.90 through Google.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'card that the gateway does not name',
    subscription: exampleSubscription({ payment: { card: null } }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom sa obnoví na ďalší rok.',
      '12. marca 2027 stiahneme 89,90 €.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It will then renew for another year.',
      'On 12 March 2027 we will charge €89.90.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'R11.02 another product that was chosen',
    subscription: exampleSubscription({
      recurrence: {
        planned_change: {
          type: { code: 'standard_1y', name: 'Štandard' },
          begins_at: '2027-03-14T18:42:00Z',
        },
        next_payment: { ...nextPayment, price: euros(5990) },
      },
    }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Od 14. marca 2027 budete mať Štandard.',
      '12. marca 2027 stiahneme 59,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 10. marca 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'From 14 March 2027 you will have Štandard.',
      'On 12 March 2027 we will charge €59.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 10 March 2027.',
    ],
  },
  {
    what: 'R11.03 a pause that is ahead',
    subscription: exampleSubscription({ recurrence: paused }),
    sk: [
      'Prémium máte do 14. marca 2027.',
      'Potom je do 14. mája 2027 pozastavené.',
      '14. mája 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 12. mája 2027.',
    ],
    en: [
      'You have Prémium until 14 March 2027.',
      'It is then paused until 14 May 2027.',
      'On 14 May 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 12 May 2027.',
    ],
  },
  {
    what: 'R11.03 a pause that runs',
    subscription: exampleSubscription({ state: 'inactive', recurrence: paused }),
    now: '2027-04-01T10:00:00Z',
    sk: [
      'Predplatné Prémium je od 14. marca 2027 pozastavené. Pokračuje 14. mája 2027.',
      '14. mája 2027 stiahneme 89,90 € z karty Visa •••• 4242, platnej do 08/2028.',
      'Obnovovanie môžete vypnúť do 12. mája 2027.',
    ],
    en: [
      'Prémium has been paused since 14 March 2027. It continues on 14 May 2027.',
      'On 14 May 2027 we will charge €89.90 to your card Visa •••• 4242, valid until 08/2028.',
      'You can turn renewal off until 12 May 2027.',
    ],
  },
]
