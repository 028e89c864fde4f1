import messagesEn from 'virtual:catalogue/en/account'
import messagesSk from 'virtual:catalogue/sk/account'
import { beforeEach, expect, test } from 'vitest'
import { activate } from './i18n.ts'
import { whenText } from './when-text.ts'

beforeEach(() => activate('sk', messagesSk))

// 00:30 on 22 November in Bratislava.
const nowMs = Date.parse('2026-11-21T23:30:00Z')

test.each([
  ['2026-11-21T23:29:00Z', 'práve teraz'],
  ['2026-11-21T23:31:00Z', 'práve teraz'],
  ['2026-11-21T23:05:00Z', 'dnes o 0:05'],
  ['2026-11-21T22:55:00Z', 'včera o 23:55'],
  ['2026-11-20T08:05:00Z', '20. novembra o 9:05'],
  ['2025-07-14T08:05:00Z', '14. júla 2025 o 10:05'],
])('%s was %s', (instant, text) => {
  expect(whenText(instant, nowMs).replaceAll('\u00a0', ' ')).toBe(text)
})

test('in English', () => {
  activate('en', messagesEn)
  expect(whenText('2026-11-20T08:05:00Z', nowMs).replaceAll('\u00a0', ' ')).toBe('20 November at 9:05')
})
