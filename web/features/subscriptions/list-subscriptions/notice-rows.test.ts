import accountEn from 'virtual:catalogue/en/account'
import ownEn from 'virtual:catalogue/en/subscriptions'
import accountSk from 'virtual:catalogue/sk/account'
import ownSk from 'virtual:catalogue/sk/subscriptions'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Concern } from '#contract/subscriptions/concerns.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { exampleConfig } from '#contract/testing/config-example.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { takeRuntimeConfig } from '#web/lib/runtime-config.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { plain } from '#web/testing/plain-text.ts'
import { type NoticeFacts, noticeRows, topNotice } from './notice-rows.ts'
import { isPutOff, putOff, putOffDays } from './put-off.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')
const none: NoticeFacts = {
  mode: undefined,
  items: [],
  awaited_transfer: null,
  concerns: [],
  nowMs,
  path: '/faq',
}
const payment = (changes: object): Subscription['recurrence'] => {
  const { recurrence } = exampleSubscription()
  return {
    ...recurrence,
    next_payment: recurrence.next_payment && { ...recurrence.next_payment, ...changes },
  }
}
const item = (id: number, changes: Parameters<typeof exampleSubscription>[0]): Partial<NoticeFacts> => ({
  items: [exampleSubscription({ id, ...changes })],
})
const concern = (each: Concern): Partial<NoticeFacts> => ({ concerns: [each] })
const money = (amount: number) => ({ amount, currency: 'EUR' as const })

/** What holds in each row, in its order, with what is said. */
const causes: [keyof typeof noticeRows, Partial<NoticeFacts>, string][] = [
  ['service_mode', { mode: { name: 'read_only', until: null } }, 'Teraz sa nedá nič zmeniť.'],
  [
    'anonymization',
    concern({ kind: 'anonymization', at: '2026-12-14T10:00:00Z' }),
    'Účet vymažeme 14. decembra 2026.',
  ],
  [
    'in_payment',
    item(6, { recurrence: { change_in_payment: { code: 'premium_plus_1y', name: 'Prémium bez reklamy' } } }),
    'Platbu spracúvame.',
  ],
  [
    'payment_failed',
    item(2, { recurrence: payment({ failed_attempts: 1, failure: 'card_declined' }) }),
    'Platba za ďalšie obdobie sa nepodarila.',
  ],
  [
    'to_confirm',
    item(5, { recurrence: { state: 'off', reason: 'awaits_confirmation', next_payment: null } }),
    'Banka chce, aby ste platbu potvrdili.',
  ],
  [
    'transfer',
    {
      awaited_transfer: {
        order_id: 1,
        product_name: 'Prémium',
        price: money(8990),
        received: money(0),
        expires_at: '2026-12-06T09:00:00Z',
      },
    },
    'Čakáme na váš prevod 89,90 €.',
  ],
  [
    'device',
    concern({ kind: 'device', devices: 4, limit: 3, shut_out: ['Tablet'], is_this: true }),
    'Na tomto zariadení zamknuté články neotvoríte.',
  ],
  [
    'offer',
    concern({
      kind: 'offer',
      of: 'gift',
      from: 'Peter S.',
      product: 'Prémium',
      until: '2027-03-03T23:00:00Z',
      url: 'https://login.example/login/gift/ONE',
    }),
    'Čaká na vás darček od: Peter S.',
  ],
  [
    'unconfirmed',
    concern({ kind: 'unconfirmed', email: 'jana@example.sk', until: '2026-11-22T10:00:00Z' }),
    'Potvrďte svoj e‑mail.',
  ],
  [
    'card_expires',
    item(3, { payment: { card: { brand: 'Visa', last4: '4242', valid_until: '2026-12-31' } } }),
    'Karta stratí platnosť skôr, než príde platba.',
  ],
  [
    'price_changes',
    item(4, {
      recurrence: payment({
        price_change: { at: '2027-03-12T18:42:00Z', price: money(9490), former_price: money(8990) },
      }),
    }),
    'Od 12. marca 2027 bude Prémium stáť 94,90 €.',
  ],
  [
    'other_device',
    concern({ kind: 'device', devices: 4, limit: 3, shut_out: ['Tablet'], is_this: false }),
    'Zamknuté články neotvoríte na zariadení Tablet.',
  ],
]
const both = (one: Partial<NoticeFacts>, other: Partial<NoticeFacts>): NoticeFacts => ({
  ...none,
  ...one,
  ...other,
  items: [...(one.items ?? []), ...(other.items ?? [])],
  concerns: [...(other.concerns ?? []), ...(one.concerns ?? [])],
})
const titleOf = (facts: NoticeFacts, later: (key: string) => boolean = () => false) => {
  const row = topNotice(facts, later)
  return row && plain(row.title)
}

beforeAll(() => {
  takeRuntimeConfig(exampleConfig)
  activate('sk', { ...accountSk, ...ownSk })
})

describe('R13.05 the notice on top', () => {
  test('has a cause for each row, in the order of the list', () => {
    expect(causes.map(([name]) => name)).toEqual(Object.keys(noticeRows))
  })

  test.each(causes)('%s is told alone, with words in both languages', (name, facts, title) => {
    const row = topNotice({ ...none, ...facts }, () => false)
    expect(row?.key.startsWith(`${name} `)).toBe(true)
    expect(titleOf({ ...none, ...facts })).toBe(title)
    activate('en', { ...accountEn, ...ownEn })
    expect(row && [plain(row.title), plain(row.text)].join(' ')).not.toMatch(/subscriptions\.|undefined/)
    activate('sk', { ...accountSk, ...ownSk })
  })

  test('R13.05 of every two the more urgent is told, whichever the server told first', () => {
    for (const [first, [name, one, title]] of causes.entries()) {
      for (const [otherName, other] of causes.slice(first + 1)) {
        // They are one concern, of which there is one at most.
        if (name === 'device' && otherName === 'other_device') continue
        expect(titleOf(both(one, other))).toBe(title)
        expect(titleOf(both(other, one))).toBe(title)
      }
    }
  })

  test('says nothing of a healthy subscription, nor of a transfer that the page tells itself', () => {
    expect(titleOf({ ...none, items: [exampleSubscription()] })).toBeUndefined()
    const transfer = causes.find(([name]) => name === 'transfer')?.[1]
    expect(titleOf({ ...none, ...transfer, path: '/predplatne' })).toBeUndefined()
  })

  test('R13.19 a mode says until when, by its name', () => {
    const says = (name: 'read_only' | 'maintenance', until: string | null) => {
      const row = topNotice({ ...none, mode: { name, until } }, () => false)
      return row && `${plain(row.title)} ${plain(row.text)}`
    }
    expect(says('read_only', '2026-11-21T20:05:00Z')).toMatch(/^Teraz sa nedá .* byť dnes o 21:05\.$/)
    expect(says('maintenance', '2026-11-22T03:00:00Z')).toMatch(/^Na účtoch .* byť 22\. novembra o 4:00\.$/)
    expect(says('maintenance', null)).toMatch(/Skúste to, prosím, neskôr\.$/)
  })

  test('leads nowhere but away from the page, and gives way where it would not', () => {
    const [, card] = causes[9] ?? []
    const [, price, priceTitle] = causes[10] ?? []
    const facts = both(card ?? {}, price ?? {})
    expect(titleOf({ ...facts, path: '/predplatne/zmenit-kartu' })).toBe(priceTitle)
    const url = 'https://ucet.example/predplatne-cez-kod'
    const gift = { kind: 'offer', of: 'gift', from: null, product: 'Prémium', url } as const
    const imported = concern({ ...gift, until: '2027-03-03T23:00:00Z' })
    expect(titleOf({ ...none, ...imported, path: '/predplatne-cez-kod' })).toBeUndefined()
  })

  test('R13.05 what is merely good to know is put off for seven days, and the next one is told', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    })
    const waiting = causes.filter(([, facts]) => topNotice({ ...none, ...facts }, () => false)?.canWait)
    expect(waiting.map(([name]) => name)).toEqual(['offer', 'card_expires', 'price_changes', 'other_device'])
    const [, card] = causes[9] ?? []
    const [, price, priceTitle] = causes[10] ?? []
    const facts = both(card ?? {}, price ?? {})
    const key = topNotice(facts, () => false)?.key ?? ''
    putOff(key, nowMs)
    expect(titleOf(facts, each => isPutOff(each, nowMs))).toBe(priceTitle)
    const laterMs = nowMs + putOffDays * 86_400_000
    expect([isPutOff(key, laterMs - 1), isPutOff(key, laterMs)]).toEqual([true, false])
    // What cannot wait is told although it was put off.
    expect(titleOf({ ...none, ...causes[0]?.[1] }, () => true)).toBe(causes[0]?.[2])
  })
})
