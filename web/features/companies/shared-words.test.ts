import { beforeAll, expect, test } from 'vitest'
import { compileCatalogue } from '#web/build/catalogue-plugin.ts'
import { activate, translate } from '#web/lib/texts/i18n.ts'
import { endWords, mayReturn } from './shared-words.ts'

beforeAll(() => activate('sk', compileCatalogue('locales/sk')))

test.each([
  ['company', 'waits', null, 'Deaktivovať'],
  ['company', 'is taken', '2026-11-18T10:00:00Z', 'Deaktivovať'],
  ['family', 'waits', null, 'Zrušiť pozvánku'],
  ['family', 'is taken', '2026-11-18T10:00:00Z', 'Odobrať prístup'],
] as const)('R1.16 an access of a %s that %s has words of its own', (kind, _, acceptedAt, words) => {
  expect(translate(endWords(kind, { active_from: acceptedAt }).confirm)).toBe(words)
})

test.each([
  ['deactivated', false, true],
  ['deactivated', true, false],
  ['ending', false, true],
  ['active', false, false],
] as const)(
  'R1.16 an access that is %s, its data erased: %s, can be given back: %s',
  (state, erased, may) => {
    expect(mayReturn({ state, erased })).toBe(may)
  },
)
