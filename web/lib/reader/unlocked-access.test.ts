import messagesEn from 'virtual:catalogue/en/account'
import messagesSk from 'virtual:catalogue/sk/account'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { AccessFlag } from '#contract/subscriptions/subscriptions.ts'
import { activate, say } from '../texts/i18n.ts'
import { unlockedAccess } from './unlocked-access.ts'

beforeEach(() => activate('sk', messagesSk))

const limit = { devices: 2, device_limit: 6, removal_limit: 3, removed_devices: 0, enabled: true }
const counts = (used: number): User => ({
  id: 1,
  email: 'citatel@dennik.example',
  email_change: null,
  name: null,
  confirmed: true,
  locale_code: 'sk',
  registered_at: '2026-01-01T00:00:00Z',
  phone: null,
  phone_to_change: null,
  phone_change: { allowed: true, reason: null },
  post_inbox: false,
  swg_linked: false,
  extern_auth_services: [],
  has_password: true,
  notice_copies: false,
  accounts: { main: { id: 1, email: 'citatel@dennik.example' }, linked: [] },
  device_limit: limit,
  ebooks: { limit: 30, used, window_days: 30, next_at: used < 30 ? null : '2026-12-22T08:41:00Z' },
  anonymization: null,
})

const plain = (right: ReturnType<typeof unlockedAccess>[number]) => say(right).replaceAll('\u00a0', ' ')
const words = (access: AccessFlag[], user?: User) =>
  unlockedAccess([{ access, device_limit: 6 }], user).map(plain)

test('R1.20 rights are told in words, most wanted first, each once among all subscriptions', () => {
  const both: Parameters<typeof unlockedAccess>[0] = [
    { access: ['device3', 'forum', 'mobile', 'web'], device_limit: 3 },
    { access: ['web', 'blog', 'dennik', 'device6'], device_limit: 6 },
  ]
  expect(unlockedAccess(both).map(plain)).toEqual([
    'Všetky články na webe',
    'Články v aplikácii',
    'Vydania denníka v PDF',
    'Blogy a diskusie',
    'Čítanie na 6 zariadeniach',
  ])
})

test.each([
  [0, 'E\u2011knihy: zostáva 30 z 30 stiahnutí'],
  [4, 'E\u2011knihy: zostáva 26 z 30 stiahnutí'],
  [27, 'E\u2011knihy: zostávajú 3 z 30 stiahnutí'],
  [29, 'E\u2011knihy: zostáva 1 z 30 stiahnutí'],
  [30, 'E\u2011knihy: všetkých 30 stiahnutí ste využili. Ďalšiu stiahnete 22. decembra po 9:41.'],
  [31, 'E\u2011knihy: všetkých 30 stiahnutí ste využili. Ďalšiu stiahnete 22. decembra po 9:41.'],
])('R6.04 R10.05 after %i downloads: %s', (used, told) => {
  expect(words(['eknihy'], counts(used))).toEqual([told])
})

test('while the counts are not known, the rights are told without them', () => {
  expect(words(['eknihy', 'device3'])).toEqual(['E\u2011knihy', 'Čítanie na 6 zariadeniach'])
})

test('R6.03 the number of devices is what the server counts, not a sum', () => {
  expect(words(['device3', 'device6'], counts(0))).toEqual(['Čítanie na 6 zariadeniach'])
  expect(
    words(['device3'], { ...counts(0), device_limit: { ...limit, device_limit: 0, enabled: false } }),
  ).toEqual([])
})

test.each<[AccessFlag[], string[]]>([
  [['no_advert'], ['Web aj aplikácia bez reklamy']],
  [['no_advert', 'no_advert_web', 'no_advert_mobile'], ['Web aj aplikácia bez reklamy']],
  [['no_advert_web', 'no_advert_mobile'], ['Web aj aplikácia bez reklamy']],
  [['no_advert_web'], ['Web bez reklamy']],
  [['no_advert_mobile'], ['Aplikácia bez reklamy']],
  [['forum', 'blog'], ['Blogy a diskusie']],
  [['myreg_pdf', 'myreg_web'], ['Regionálne noviny MY, web aj PDF']],
  [['futbalnet', 'sportnet'], ['Sportnet a Futbalnet']],
])('%j are told as one thing', (access, told) => expect(words(access)).toEqual(told))

test('R6.07 every flag has its words in both languages, and none is shown itself', () => {
  for (const [locale, messages] of [
    ['sk', messagesSk],
    ['en', messagesEn],
  ] as const) {
    activate(locale, messages)
    for (const flag of AccessFlag.options) {
      const told = words([flag])
      expect(told, flag).toHaveLength(1)
      expect(told[0]).not.toMatch(/_|device\d|eknihy|spcttr|subscriptions\./)
    }
  }
})
