import { expect, test } from 'vitest'
import { cookieText, otherCookies, readCookie } from './cookies.ts'
import { readStored, storageKeys, storedLanguage, writeStored } from './storage.ts'

const memory = (content: Record<string, string> = {}) => ({
  getItem: (key: string) => content[key] ?? null,
  setItem: (key: string, value: string) => {
    content[key] = value
  },
})
const broken = {
  getItem: () => {
    throw new DOMException('denied', 'SecurityError')
  },
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}

test('R3.12 what a browser remembers, and a decision on marketing', () => {
  expect(Object.keys(storageKeys)).toEqual([
    'language',
    'nicknameChange',
    'blogChange',
    'noticesLater',
    'passkeyOffer',
    'storeCountry',
    'consent',
  ])
  const store = memory()
  writeStored('storeCountry', 'SK', store)
  expect(readStored('storeCountry', store)).toBe('SK')
  expect(readStored('blogChange', store)).toBeUndefined()
})

test('R3.12 a browser that remembers nothing is no reason to fail', () => {
  expect(readStored('language', broken)).toBeUndefined()
  expect(() => writeStored('language', 'en', broken)).not.toThrow()
})

test('R9.01 the language is Slovak until another one was chosen', () => {
  expect(storedLanguage(memory())).toBe('sk')
  expect(storedLanguage(broken)).toBe('sk')
  expect(storedLanguage(memory({ [storageKeys.language]: 'en' }))).toBe('en')
  expect(storedLanguage(memory({ [storageKeys.language]: 'de' }))).toBe('sk')
})

test('R3.13 a cookie is found by its whole name', () => {
  const all = `xppi=1; ppi=7; ppp=a.b=c; ${otherCookies.splitTest}=42`
  expect(readCookie(all, 'ppi')).toBe('7')
  expect(readCookie(all, 'ppp')).toBe('a.b=c')
  expect(readCookie(all, otherCookies.splitTest)).toBe('42')
  expect(readCookie(all, otherCookies.campaigns)).toBeUndefined()
  expect(readCookie('', 'ppi')).toBeUndefined()
})

test('R9.07 a cookie is written for the base domain, or for this host alone', () => {
  const options = { maxAgeSeconds: 86_400, secure: true }
  expect(cookieText('pptd', '5', { ...options, domain: 'example.com' })).toBe(
    'pptd=5; Path=/; Max-Age=86400; SameSite=Lax; Domain=example.com; Secure',
  )
  expect(cookieText('pptd', '5', { ...options, domain: '', secure: false })).toBe(
    'pptd=5; Path=/; Max-Age=86400; SameSite=Lax',
  )
})
