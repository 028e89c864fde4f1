import messagesSk from 'virtual:catalogue/sk/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { plain } from '#web/testing/plain-text.ts'
import { noRenewal } from '#web/testing/situation.ts'
import { describeNoneRunning } from './describe-none-running.ts'

beforeEach(() => activate('sk', messagesSk))

const offered = [
  'Prémium odomkne blogy, e‑knihy, vydania v PDF a čítanie na 6 zariadeniach.',
  'Máte aktivačný kód alebo darček? Použite ho.',
]
const past = exampleSubscription({ state: 'inactive', recurrence: noRenewal('off', 'stopped_by_reader') })

test('R1.21 a reader without anything is told what premium unlocks, and where to get it', () => {
  const { answer, next, offer } = describeNoneRunning([])
  expect([answer, ...next].map(plain)).toEqual(['Zatiaľ nemáte predplatné.'])
  expect(offer?.text.map(plain)).toEqual(offered)
  expect(offer?.button).toBe('subscriptions.choose')
})

test('a reader with an ended subscription is told when it ended, and how to buy it again', () => {
  const { answer, next, offer } = describeNoneRunning([past, { ...past, id: 2 }])
  expect([answer, ...next].map(plain)).toEqual(['Prémium ste mali do 14. marca 2027.'])
  expect(offer?.text.map(plain)).toEqual(offered)
  expect(offer?.button).toBe('subscriptions.subscribe_again')
})

test('a reader with a future subscription is told when it begins, and offered nothing', () => {
  const coming = (id: number, from: string) =>
    exampleSubscription({ id, state: 'future', period: { from, to: '2029-01-01T00:00:00Z' } })
  const all = [coming(1, '2027-09-01T10:00:00Z'), coming(2, '2027-05-01T10:00:00Z'), past]
  const { answer, offer } = describeNoneRunning(all)
  expect(plain(answer)).toBe('Prémium budete mať od 1. mája 2027.')
  expect(offer).toBeUndefined()
})
