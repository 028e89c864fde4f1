import accountEn from 'virtual:catalogue/en/account'
import ownEn from 'virtual:catalogue/en/subscriptions'
import accountSk from 'virtual:catalogue/sk/account'
import ownSk from 'virtual:catalogue/sk/subscriptions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { renewingOf } from '#web/lib/reader/subscription-words.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { endingSituations } from '#web/testing/ending-situations.ts'
import { payingSituations } from '#web/testing/paying-situations.ts'
import { plain } from '#web/testing/plain-text.ts'
import { renewingSituations } from '#web/testing/renewing-situations.ts'
import { noRenewal } from '#web/testing/situation.ts'
import { describeRisk, goesOn } from './describe-renewal.ts'
import { describeSubscription, type Story, successorOf } from './describe-subscription.ts'

const messagesSk = { ...accountSk, ...ownSk }
const messagesEn = { ...accountEn, ...ownEn }

const nowMs = Date.parse('2026-11-21T10:00:00Z')
describe.each([
  ['sk', messagesSk],
  ['en', messagesEn],
] as const)('R2.06 sentences in %s', (locale, messages) => {
  beforeEach(() => activate(locale, messages))

  test.each([...renewingSituations, ...payingSituations, ...endingSituations])(
    '$what',
    ({ subscription, now, ...expected }) => {
      const circumstances = { nowMs: now ? Date.parse(now) : nowMs }
      const isShown = subscription.state === 'active' || goesOn(subscription)
      const risk = isShown ? describeRisk(subscription, circumstances.nowMs) : undefined
      const warnings = risk ? [risk.title, risk.text].map(sentence => `! ${plain(sentence)}`) : []
      expect([...told(describeSubscription(subscription, circumstances)), ...warnings]).toEqual(
        expected[locale],
      )
    },
  )
})

describe('what follows', () => {
  beforeEach(() => activate('sk', messagesSk))
  const ending = exampleSubscription({ recurrence: noRenewal('off', 'stopped_by_reader') })
  const follower = exampleSubscription({
    id: 2,
    type: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' },
    state: 'future',
    period: { from: ending.period.to, to: '2028-03-14T18:42:00Z' },
  })

  test('R4.05 a future subscription that takes over is told instead of the end', () => {
    const successor = successorOf(ending, [ending, follower])
    expect(told(describeSubscription(ending, { nowMs, successor }))).toEqual([
      'Prémium máte do 14. marca 2027.',
      'Hneď potom budete mať Prémium bez reklamy, a to do 14. marca 2028.',
    ])
  })

  test('R11.01 of what is paid for already, the renewal of the last period is told', () => {
    const { recurrence } = exampleSubscription()
    const renewing = { ...follower, recurrence: { ...recurrence, subscription_id: follower.id } }
    const followed = { ...ending, recurrence: renewing.recurrence }
    const all = [followed, renewing]
    const circumstances = {
      nowMs,
      successor: successorOf(followed, all),
      renewing: renewingOf(followed, all),
    }
    expect(told(describeSubscription(followed, circumstances)).slice(0, 3)).toEqual([
      'Prémium máte do 14. marca 2027.',
      'Hneď potom budete mať Prémium bez reklamy, a to do 14. marca 2028.',
      'Potom bude pokračovať ako Prémium.',
    ])
  })

  test('R11.01 what is paid for and will run beside a renewed period is told too', () => {
    const renewing = exampleSubscription()
    const successor = successorOf(renewing, [renewing, follower])
    expect(told(describeSubscription(renewing, { nowMs, successor, renewing })).at(-1)).toBe(
      'Od 14. marca 2027 máte zaplatené aj Prémium bez reklamy, a to do 14. marca 2028.',
    )
  })

  test('one that begins after a gap does not take over, nor one that is over before', () => {
    const later = { ...follower, period: { ...follower.period, from: '2027-03-14T18:42:00.001Z' } }
    const shorter = { ...follower, period: { from: '2027-01-01T00:00:00Z', to: ending.period.to } }
    expect(successorOf(ending, [later, shorter])).toBeUndefined()
  })
})

describe.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
  'days are the publisher’s, seen from %s',
  zone => {
    beforeEach(() => {
      vi.stubEnv('TZ', zone)
      activate('sk', messagesSk)
    })
    afterEach(() => vi.unstubAllEnvs())

    test('a subscription that ends at midnight was last read the day before', () => {
      const answer = (to: string) => {
        const ending = exampleSubscription({ period: { from: '2026-01-01T00:00:00Z', to } })
        return plain(describeSubscription(ending, { nowMs }).answer)
      }
      expect(answer('2027-03-14T23:00:00Z')).toBe('Prémium máte do 14. marca 2027.')
      expect(answer('2027-07-14T22:00:00Z')).toBe('Prémium máte do 14. júla 2027.')
      expect(answer('2027-07-14T22:00:00.001Z')).toBe('Prémium máte do 15. júla 2027.')
    })

    test('a card is valid through the last day of its month in Bratislava', () => {
      const warned = (at: string) => {
        const price = { amount: 8990, currency: 'EUR' as const }
        const changes = {
          payment: { card: { brand: 'Visa', last4: '4242', valid_until: '2027-02-28' } },
          recurrence: { next_payment: { at, price, price_change: null, failed_attempts: 0, failure: null } },
        }
        return describeRisk(exampleSubscription(changes), nowMs) !== undefined
      }
      expect(warned('2027-02-28T22:59:59Z')).toBe(false)
      expect(warned('2027-02-28T23:00:00Z')).toBe(true)
    })
  },
)

/** The rendered sentences. */
function told({ answer, next }: Story): string[] {
  return [answer, ...next].map(sentence => plain(sentence))
}
