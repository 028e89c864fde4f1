import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import type { Anonymization } from '#contract/privacy/anonymization.ts'
import type { PaymentGateway } from '#server/gateways/payments/port.ts'
import { addresses } from '#server/modules/addresses/tables.ts'
import { describeAnonymization } from '#server/modules/identity/index.ts'
import { users } from '#server/modules/identity/tables.ts'
import { forgetCards } from '#server/modules/payments/index.ts'
import { cards } from '#server/modules/payments/tables.ts'
import { endServiceMode, setServiceMode } from '#server/modules/service-mode/index.ts'
import { recurringProfiles } from '#server/modules/subscriptions/tables.ts'
import { loadFolder } from '#server/ops/load/load-folder.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp, gatewayOfNobody, type TestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { archivedLists } from './archive/archived-lists.ts'
import { readList } from './archive/read-list.ts'
import { eraseReader } from './erase-reader.ts'
import { eraseDueReaders } from './index.ts'
import { personalColumns } from './personal-columns.ts'

const server = openForFile(createTestApp)

async function enter(columns: Parameters<typeof makeReader>[1] = {}) {
  const { browser, ...reader } = await makeSignedIn(server, columns)
  return { reader, browser, own: `/rest/api/prv/v1/users/${reader.id}` }
}

const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { key: string }[] }).errors[0]?.key

test('R8.07 who asks for the deletion of the account is told when, by the answer and by mail, and can change nothing but the language', async () => {
  const { reader, browser, own } = await enter()
  const answer = await browser.post(`${own}/anonymization`)
  expect(answer.statusCode).toBe(202)
  const told = answer.json<Anonymization>()
  expect((await browser.get(own)).json<User>().anonymization).toEqual(told)
  const mail = await server.mailbox.waitFor(reader.email, each => each.subject.includes('vymaže'))
  expect(mail.text).toContain('/nastavenia#account-deletion')

  const writes = [
    browser.patch(own, { json: { name: 'Jana' } }),
    browser.patch(own, { json: { notice_copies: false } }),
    browser.patch(own, { json: { phone_to_change: '0905123456' } }),
    browser.patch(own, { json: { current_password: testPassword, plain_password: 'Nove-heslo-1' } }),
    browser.post(`${own}/addresses`, { json: {} }),
    browser.post(`${own}/orders`, { json: {} }),
    browser.post(`${own}/activation-email`),
    browser.put(`${own}/newsletters/none`),
  ]
  for (const write of await Promise.all(writes)) {
    expect([write.statusCode, keyOf(write)]).toEqual([422, 'user_anonymization_pending'])
  }
  // Reading is still allowed, and so are a repeat and signing out elsewhere.
  expect((await browser.get(`${own}/subscriptions`)).statusCode).toBe(200)
  expect((await browser.post(`${own}/anonymization`)).json()).toEqual(told)
  expect((await browser.delete(`${own}/sessions`)).statusCode).toBe(204)
  expect((await browser.patch(own, { json: { locale_code: 'en' } })).statusCode).toBe(200)

  expect((await browser.delete(`${own}/anonymization`)).statusCode).toBe(204)
  await server.mailbox.waitFor(reader.email, each => each.subject.includes('stays'))
  expect((await browser.get(own)).json<User>().anonymization).toBeNull()
  expect((await browser.patch(own, { json: { name: 'Jana' } })).statusCode).toBe(200)
  const { items } = (await browser.get(`${own}/activity`)).json<{ items: { kind: string }[] }>()
  expect(items.map(({ kind }) => kind)).toEqual([
    'name_changed',
    'anonymization_withdrawn',
    'locale_changed',
    'anonymization_requested',
    'signed_in',
  ])
})

test.each([
  { phone_to_change: '0905123457' },
  { phone_to_change: null },
  { current_password: testPassword, plain_password: 'Nove-heslo-1' },
])('R8.07 race: a change that the wish for deletion overtakes is refused: %j', async json => {
  const { reader, browser, own } = await enter()
  await browser.get(own)
  const wish = await holdLocks(server.deps.db, tx =>
    tx.update(users).set({ anonymizationRequestedAt: server.clock.now() }).where(eq(users.id, reader.id)),
  )
  const changing = browser.patch(own, { json })
  await wish.waitedForBy(1)
  await wish.release()
  expect(keyOf(await changing)).toBe('user_anonymization_pending')
})

test('idempotent: twenty requests at once, one mail, one line in the log, one date', async () => {
  const { reader, browser, own } = await enter()
  const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(`${own}/anonymization`)))
  expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
  await server.mailbox.waitFor(reader.email)
  const { items } = (await browser.get(`${own}/activity`)).json<{ items: { kind: string }[] }>()
  expect(items.filter(({ kind }) => kind === 'anonymization_requested')).toHaveLength(1)
})

test('R6.01 a reader can’t request another’s deletion', async () => {
  const { browser } = await enter()
  const other = await makeReader(server.deps)
  const address = `/rest/api/prv/v1/users/${other.id}/anonymization`
  for (const answer of [await browser.post(address), await browser.delete(address)]) {
    expect([answer.statusCode, keyOf(answer)]).toEqual([403, 'forbidden'])
  }
  const [row] = await server.deps.db.select().from(users).where(eq(users.id, other.id))
  expect(row?.anonymizationRequestedAt).toBeNull()
})

describe('after thirty days', () => {
  let shop: TestApp
  const forgotten = new Set<string>()
  const gateway: PaymentGateway = {
    ...gatewayOfNobody,
    forgetCard: async token => void forgotten.add(token),
  }
  beforeAll(async () => {
    shop = await createTestApp({}, () => gateway)
    await loadFolder(shop.deps, join(projectRoot, 'demo'))
  })
  afterAll(() => shop.close())

  const signInTo = async (email: string): Promise<TestBrowser> => {
    const browser = openBrowser(shop.app, `10.1.${Math.floor(Math.random() * 250)}.1`)
    expect((await browser.signIn(email)).statusCode).toBe(204)
    return browser
  }

  /** All personal data of the publisher's readers before the erasure. */
  async function personalTexts(): Promise<string[]> {
    const { rows } = await shop.deps.db.execute<{ text: string | null }>(sql`
      select email as text from users union select name from users union select phone from users
      union select surname || '%' || street from addresses union select street from addresses
      union select gateway_token from cards union select name from devices
      union select nickname from forum_profiles union select value from forum_changes
      union select subject from extern_accounts union select email from accesses where user_id is not null
      union select email from newsletter_recipients where email in (select email from users)`)
    return rows.flatMap(({ text }) => (text === null || text.length < 4 ? [] : [text]))
  }

  /** Columns of the whole database that contain a text, but those that the registry keeps. */
  async function placesOf(texts: readonly string[]): Promise<string[]> {
    const places: string[] = []
    for (const [table, entry] of Object.entries(personalColumns)) {
      // Not checked: the demo's mailbox, and the publisher's own texts, which may contain any name.
      if (/^(demo|faq)_|^(layout_blocks|forum_topics)$/.test(table)) continue
      const kept = entry.rows === 'changed' ? (entry.kept ?? '').split(' ') : []
      const { rows } = await shop.deps.db.execute<{ row: Record<string, unknown> }>(
        sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
      )
      for (const { row } of rows) {
        for (const [column, value] of Object.entries(row)) {
          if (kept.includes(column) || value === null) continue
          const found = texts.find(text => JSON.stringify(value).includes(text))
          if (found !== undefined) places.push(`${table}.${column}: ${found}`)
        }
      }
    }
    return places
  }

  test('R13.04 the archive of each reader of the demo names nobody else and no secret, and no list is always empty', async () => {
    const { db } = shop.deps
    const readers = await db.select().from(users)
    // In these the reader typed, chose or is told addresses of others.
    const typed = /^(accesses_given|document_recipients|gifts_given|orders)$/
    const filled = new Set<string>()
    for (const { confirmedAt, passwordHash, ...reader } of readers) {
      const others = readers.flatMap(({ id, email }) => (id === reader.id ? [] : [email]))
      for (const list of archivedLists) {
        const rows = await Array.fromAsync(readList(db, list, { ...reader, isProven: confirmedAt !== null }))
        if (rows.length > 0) filled.add(list.name)
        const text = JSON.stringify(rows)
        expect(passwordHash !== null && text.includes(passwordHash), list.name).toBe(false)
        if (typed.test(list.name)) continue
        expect(
          others.filter(email => text.includes(`"${email}"`)),
          `${reader.email}: ${list.name}`,
        ).toEqual([])
      }
    }
    for (const name of [
      'account',
      'addresses',
      'devices',
      'follows',
      'newsletter_signups',
      'forum_posts',
      'payments',
    ])
      expect(filled).toContain(name)
  })

  test('R8.07 everything personal of every reader is erased from every table, and what the law keeps stays', async () => {
    const { db } = shop.deps
    const readers = await db.select().from(users)
    // Traces that the publisher's files don't have: a session, a code, links, a visitor's request.
    const [somebody] = readers.filter(each => each.passwordHash !== null && each.phone === null)
    if (!somebody) throw new Error('The demo publisher has no such reader')
    const browser = await signInTo(somebody.email)
    await browser.patch(`/rest/api/prv/v1/users/${somebody.id}`, { json: { phone_to_change: '0905777888' } })
    await browser.put(`/rest/api/prv/v1/users/${somebody.id}/devices/of-this-session`, {
      json: { name: 'Chrome na počítači', type: 'browser' },
    })
    await browser.post('/login/forgotten-password', { json: { email: somebody.email } })
    const asked = { email: somebody.email }
    await browser.post('/rest/api/prv/v1/newsletters/manage-links', { json: asked })
    await shop.mailbox.waitFor(somebody.email)
    const texts = [...(await personalTexts()), '0905777888']
    expect(texts.length).toBeGreaterThan(60)
    expect(await placesOf(texts)).not.toEqual([])
    const { rows: kept } = await db.execute(sql`select id, content from documents order by id`)
    const paid = await db.execute(
      sql`select id, amount_cents, variable_symbol, state from payments order by id`,
    )

    await db.update(users).set({ anonymizationRequestedAt: shop.clock.now() })
    shop.clock.advance('P29DT23H')
    expect(await eraseDueReaders(shop.deps)).toBe(0)
    shop.clock.advance('PT2H')
    // R13.19: nobody is erased who could not take it back.
    const mode = { name: 'read_only', since: shop.clock.now(), until: null } as const
    await db.transaction(tx => setServiceMode(tx, mode))
    expect(await eraseDueReaders(shop.deps)).toBe(0)
    await db.transaction(endServiceMode)
    const erased = await Promise.all([1, 2, 3].map(() => eraseDueReaders(shop.deps)))
    expect(erased.reduce((sum, count) => sum + count, 0)).toBe(readers.length)
    const farewell = await shop.mailbox.waitFor(somebody.email, each => each.subject.includes('vymazaný'))
    expect(farewell.text).toContain('10')
    const tokens = await db.select({ token: cards.gatewayToken }).from(cards)
    await forgetCards(shop.payments)
    expect([...forgotten].toSorted()).toEqual([...new Set(tokens.map(({ token }) => token))].toSorted())
    // A mail's content is erased on delivery.
    await expect.poll(() => placesOf(texts)).toEqual([])

    expect((await db.execute(sql`select id, content from documents order by id`)).rows).toEqual(kept)
    const after = await db.execute(
      sql`select id, amount_cents, variable_symbol, state from payments order by id`,
    )
    expect(after.rows).toEqual(paid.rows)
    expect(await db.select().from(addresses)).toEqual([])
    const plans = await db.select().from(recurringProfiles)
    expect(plans.filter(({ state }) => state === 'active')).toEqual([])

    expect((await browser.get(`/rest/api/prv/v1/users/${somebody.id}`)).statusCode).toBe(401)
    const again = await openBrowser(shop.app, '10.2.0.1').signIn(somebody.email, testPassword)
    expect(again.statusCode).toBe(422)
    expect(await eraseDueReaders(shop.deps)).toBe(0)
  })
})

test('R8.07 an account is erased when its reader was told, also in the hour that autumn repeats', async () => {
  const { deps } = server
  const requestedAt = Temporal.Instant.from('2025-09-26T00:30:00Z')
  await makeReader(deps, { anonymizationRequestedAt: requestedAt })
  const told = Temporal.Instant.from(describeAnonymization(requestedAt).due_at)
  const eraseAt = (now: Temporal.Instant) => eraseDueReaders({ ...deps, clock: { now: () => now } })
  expect(await eraseAt(told.subtract({ seconds: 1 }))).toBe(0)
  expect(await eraseAt(told)).toBe(1)
})

test('R8.07 race: a sign-in that the erasure overtakes is refused, and leaves nothing of its reader', async () => {
  const { deps, clock } = server
  const reader = await makeReader(deps)
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  const signingIn = openBrowser(server.app).signIn(reader.email)
  await erasure.waitedForBy(1)
  await erasure.release()
  expect(keyOf(await signingIn)).toBe('bad_credentials')
  for (const table of ['sessions', 'activity_log']) {
    const { rows } = await deps.db.execute(
      sql`select * from ${sql.identifier(table)} where user_id = ${reader.id}`,
    )
    expect(rows).toEqual([])
  }
})

test('R8.07 race: a device that the erasure overtakes is refused', async () => {
  const { deps, clock } = server
  const { browser, own, ...reader } = await makeSignedIn(server)
  const erasure = await holdLocks(deps.db, tx => eraseReader(tx, { ...reader, isProven: true }, clock.now()))
  const reading = browser.put(`${own}/devices/phone`, { json: { name: 'Android', type: 'phone' } })
  await erasure.waitedForBy(1)
  await erasure.release()
  expect((await reading).statusCode).toBe(401)
})
