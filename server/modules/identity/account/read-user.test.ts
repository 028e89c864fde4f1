import { describe, expect, test } from 'vitest'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import type { ReaderFacts } from '../identity-deps.ts'
import { externAccounts } from '../tables.ts'
import { readUser } from './read-user.ts'

const server = openForFile(createTestApp)

test('R7.04 R3.02 the reader’s answer has every field of the contract', async () => {
  const reader = await makeReader(server.deps, {
    phone: '0901234567',
    phoneToChange: '0907654321',
    postInbox: true,
    locale: 'en',
  })
  const linkedAt = Temporal.Instant.from('2026-02-03T04:05:06.789Z')
  await server.deps.db.insert(externAccounts).values({
    userId: reader.id,
    provider: 'google',
    subject: 'g-1',
    email: 'citatelka@gmail.example',
    linkedAt,
  })
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const answer = await browser.get(`/rest/api/prv/v1/users/${reader.id}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toEqual({
    id: reader.id,
    email: reader.email,
    email_change: null,
    name: null,
    confirmed: true,
    locale_code: 'en',
    registered_at: reader.registeredAt.toString(),
    phone: '0901234567',
    phone_to_change: '0907654321',
    phone_code: null,
    phone_change: { allowed: true, reason: null },
    has_password: true,
    notice_copies: false,
    post_inbox: true,
    swg_linked: false,
    extern_auth_services: [
      { provider: 'google', email: 'citatelka@gmail.example', linked_at: '2026-02-03T04:05:06.789Z' },
    ],
    accounts: { main: { id: reader.id, email: reader.email }, linked: [] },
    device_limit: { devices: 0, device_limit: 0, removal_limit: 0, removed_devices: 0, enabled: false },
    ebooks: { limit: 30, used: 0, window_days: 30, next_at: null },
    anonymization: null,
  })
})

test('R1.18 the main account and the linked ones are the same from whichever of them the reader looks', async () => {
  const main = await makeReader(server.deps)
  const first = await makeReader(server.deps, { mainAccountId: main.id })
  const second = await makeReader(server.deps, { mainAccountId: main.id })
  await makeReader(server.deps)
  const expected = {
    main: { id: main.id, email: main.email },
    linked: [
      { id: first.id, email: first.email },
      { id: second.id, email: second.email },
    ],
  }
  for (const { id } of [main, first, second]) {
    const { accounts } = await readUser({ ...server.deps, facts: facts({}) }, { userId: id, sessionId: '' })
    expect(accounts).toEqual(expected)
  }
})

test('an account that is about to be erased tells since when and till when', async () => {
  const reader = await makeReader(server.deps, {
    anonymizationRequestedAt: Temporal.Instant.from('2026-10-10T10:00:00Z'),
  })
  const { anonymization } = await readUser(
    { ...server.deps, facts: facts({}) },
    { userId: reader.id, sessionId: '' },
  )
  // Summer time ends in between: 30 days later at the same hour of the clock on the wall.
  expect(anonymization).toEqual({ requested_at: '2026-10-10T10:00:00Z', due_at: '2026-11-09T11:00:00Z' })
})

describe('R6.05 the phone number', () => {
  test.each([
    ['web', true, false, null],
    ['web', false, false, null],
    ['sms', true, false, null],
    ['sms', false, false, 'phone_sms_subscriber'],
    ['sms', false, true, 'phone_sms_recurrence'],
    ['web', false, true, 'phone_sms_recurrence'],
  ] as const)(
    'account by %s, subscriber %s, SMS repeating %s → %s',
    async (registeredVia, isSubscriber, hasRecurringSms, reason) => {
      const reader = await makeReader(server.deps, { registeredVia })
      const { phone_change } = await readUser(
        { ...server.deps, facts: facts({ isSubscriber, hasRecurringSms }) },
        { userId: reader.id, sessionId: '' },
      )
      expect(phone_change).toEqual({ allowed: reason === null, reason })
    },
  )
})

const facts = (has: { isSubscriber?: boolean; hasRecurringSms?: boolean }): ReaderFacts => ({
  rolesOf: async () => ({}),
  deviceLimit: async () => ({
    devices: 0,
    device_limit: 0,
    removal_limit: 0,
    removed_devices: 0,
    enabled: false,
  }),
  ebooks: async () => ({ limit: 30, used: 0, window_days: 30, next_at: null }),
  isSubscriber: async () => has.isSubscriber ?? false,
  hasRecurringSms: async () => has.hasRecurringSms ?? false,
  phoneCode: async () => null,
})
