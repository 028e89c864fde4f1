import accountEn from 'virtual:catalogue/en/account'
import factsEn from 'virtual:catalogue/en/rest'
import ownEn from 'virtual:catalogue/en/subscriptions'
import accountSk from 'virtual:catalogue/sk/account'
import factsSk from 'virtual:catalogue/sk/rest'
import ownSk from 'virtual:catalogue/sk/subscriptions'
import { beforeEach, expect, test } from 'vitest'
import { type Subscription, subscriptionGroups } from '#contract/subscriptions/subscriptions.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { activate, translate } from '#web/lib/texts/i18n.ts'
import { plain } from '#web/testing/plain-text.ts'
import { noRenewal } from '#web/testing/situation.ts'
import { subscriptionFacts } from './subscription-facts.ts'

const messagesSk = { ...accountSk, ...ownSk, ...factsSk }
const messagesEn = { ...accountEn, ...ownEn, ...factsEn }

beforeEach(() => activate('sk', messagesSk))

test('R3.06 a subscription by card shows every field', () => {
  const payment = { receipt_url: '/receipt.pdf', invoice_url: '/invoice.pdf' }
  expect(factsOf(exampleSubscription({ payment }))).toEqual({
    Druh: 'Prémium',
    'Pre koho': 'osobné',
    Stav: 'platí',
    Obdobie: '14. marca 2026 – 14. marca 2027',
    Cena: '79,90 €',
    'Spôsob platby': 'Visa •••• 4242',
    'Karta platí do': '08/2028',
    Doklady: [
      { text: 'Potvrdenie (PDF)', href: '/receipt.pdf' },
      { text: 'Faktúra (PDF)', href: '/invoice.pdf' },
    ],
    Obnovovanie: 'zapnuté',
    'Vypnúť sa dá do': '10. marca 2027 o 19:42',
    'Ďalšia platba': '12. marca 2027, 89,90 €',
    'Ďalšie predplatné': 'Prémium',
  })
})

test('R3.06 a transfer has neither card nor next payment', () => {
  const transfer = exampleSubscription({
    group: 'standard',
    state: 'inactive',
    payment: { method: 'bank_transfer', card: null },
    recurrence: { ...noRenewal('unavailable', 'not_recurrent'), next_type: null },
  })
  expect(factsOf(transfer)).toEqual({
    Predplatné: 'Prémium',
    Druh: 'Štandard',
    'Pre koho': 'osobné',
    Stav: 'skončilo sa',
    Obdobie: '14. marca 2026 – 14. marca 2027',
    Cena: '79,90 €',
    'Spôsob platby': 'prevod na účet',
    Obnovovanie: 'neobnovuje sa',
  })
})

test('R3.06 without a payment that is said too; only the document that exists is linked', () => {
  const gift = exampleSubscription({
    audience: 'gift',
    state: 'future',
    payment: null,
    recurrence: noRenewal('off', null),
  })
  expect(factsOf(gift)).toMatchObject({
    'Pre koho': 'darček',
    Stav: 'ešte sa nezačalo',
    'Spôsob platby': 'bez platby',
    Obnovovanie: 'vypnuté',
  })
  const receipt = exampleSubscription({ payment: { receipt_url: '/r.pdf' } })
  expect(factsOf(receipt)['Doklady']).toEqual([{ text: 'Potvrdenie (PDF)', href: '/r.pdf' }])
})

test('a past period that was renewed is not told as one that does not renew', () => {
  const renewed = exampleSubscription({ state: 'inactive', recurrence: noRenewal('unavailable', null) })
  expect(factsOf(renewed)).not.toHaveProperty('Obnovovanie')
  const stopped = exampleSubscription({
    state: 'inactive',
    recurrence: noRenewal('off', 'stopped_by_reader'),
  })
  expect(factsOf(stopped)).toHaveProperty('Obnovovanie', 'vypnuté')
})

test('R1.19 every group has a name in both languages', () => {
  for (const messages of [messagesSk, messagesEn]) {
    activate(messages === messagesSk ? 'sk' : 'en', messages)
    const names = subscriptionGroups.map(group => plain({ id: `subscriptions.group.${group}` }))
    expect(new Set(names).size).toBe(subscriptionGroups.length)
    // A key without a text would be shown as itself.
    expect(names.filter(name => name.includes('_') || name.includes('subscriptions.'))).toEqual([])
  }
})

const factsOf = (subscription: Subscription): Record<string, unknown> =>
  Object.fromEntries(
    subscriptionFacts(subscription).map(({ name, value }) => [
      translate(name),
      typeof value === 'string' ? value.replaceAll('\u00a0', ' ') : value,
    ]),
  )
