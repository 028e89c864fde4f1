import { expect, test } from 'vitest'
import { storageKeys } from '#web/lib/browser/storage.ts'
import { consentVersion, readConsent, writeConsent } from './consent.ts'

const host = 'tag.example'
const now = Date.parse('2026-11-21T10:00:00Z')
const day = 24 * 60 * 60 * 1000

function memory(content: Record<string, string> = {}) {
  return {
    content,
    getItem: (key: string) => content[key] ?? null,
    setItem: (key: string, value: string) => {
      content[key] = value
    },
  }
}
const stored = (value: unknown) => memory({ [storageKeys.consent]: JSON.stringify(value) })
const agreed = { version: consentVersion, host, marketing: true, decided_at: new Date(now).toISOString() }

test('R3.01 a decision on marketing is kept with its day and version, refused or agreed', () => {
  for (const marketing of [true, false]) {
    const store = memory()
    writeConsent(host, marketing, now, store)
    expect(JSON.parse(store.content[storageKeys.consent] ?? '')).toEqual({ ...agreed, marketing })
    expect(readConsent(host, now, store)?.marketing).toBe(marketing)
  }
})

test('R3.01 a decision holds for a year', () => {
  expect(readConsent(host, now + 364 * day, stored(agreed))).toEqual(agreed)
  expect(readConsent(host, now + 365 * day, stored(agreed))).toBeUndefined()
})

test.each([
  ['nothing', memory()],
  ['garbage', memory({ [storageKeys.consent]: '{"marketing":true' })],
  ['a bare yes', stored(true)],
  ['another version', stored({ ...agreed, version: consentVersion + 1 })],
  ['another company', stored({ ...agreed, host: 'other.example' })],
  ['no day', stored({ ...agreed, decided_at: 'yesterday' })],
  ['no yes and no no', stored({ ...agreed, marketing: 'yes' })],
])('R3.01 %s is no consent', (_, store) => {
  expect(readConsent(host, now, store)).toBeUndefined()
})

test('R3.01 a browser that keeps nothing has no consent', () => {
  const broken = {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(writeConsent(host, true, now, broken).marketing).toBe(true)
  expect(readConsent(host, now, broken)).toBeUndefined()
})
