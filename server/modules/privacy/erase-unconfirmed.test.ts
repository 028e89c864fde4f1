import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeEmail } from '#server/modules/identity/index.ts'
import { sessions } from '#server/modules/identity/tables.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { operate } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { eraseUnconfirmed } from './erase-unconfirmed.ts'
import { lockUnconfirmed } from './store.ts'

const server = openForFile(createTestApp)

const run = async (statement: SQL) => (await server.deps.db.execute(statement)).rows
const night = async (instant: string) => {
  server.clock.set(instant)
  await eraseUnconfirmed(server.deps)
}

test('R17.08 an account that was never confirmed or used is erased after 90 days; one with any activity stays', async () => {
  const registeredAt = Temporal.Instant.from('2060-01-01T00:00:00Z')
  const unconfirmed = () => makeReader(server.deps, { confirmedAt: null, registeredAt })
  const forsaken = await unconfirmed()
  const [payer, reading, confirmed] = [
    await unconfirmed(),
    await unconfirmed(),
    await makeReader(server.deps, { registeredAt }),
  ]
  await run(sql`insert into payments (user_id, product_code, method, state, amount_cents, at)
    values (${payer.id}, 'premium', 'card', 'created', 8990, now())`)
  await run(sql`insert into sessions (id, user_id, token_epoch, started_at, last_used_at, user_agent, remember)
    values ('reading', ${reading.id}, 1, '2060-01-01', '2060-03-25', '', false)`)
  const emailsOf = async () => {
    const rows = await run(
      sql`select email from users where id in (${forsaken.id}, ${payer.id}, ${reading.id}, ${confirmed.id}) order by id`,
    )
    return rows.map(({ email }) => email)
  }
  const all = [forsaken, payer, reading, confirmed].map(({ email }) => email)
  await night('2060-03-30T03:00:00Z')
  expect(await emailsOf()).toEqual(all)
  await night('2060-04-02T03:00:00Z')
  expect(await emailsOf()).toEqual([`erased:${forsaken.id}`, ...all.slice(1)])
})

test('R17.08 an account that support gave another e-mail is not erased, though nobody has confirmed that one', async () => {
  server.clock.set('2061-06-01T10:00:00Z')
  const registeredAt = server.clock.now().subtract({ hours: 400 * 24 })
  const reader = await makeReader(server.deps, { registeredAt, confirmedAt: registeredAt })
  const email = 'changed@dennik.example'
  await server.deps.db.transaction(tx =>
    changeEmail(tx, server.deps, reader, { email, isConfirmed: false, by: 'staff' }),
  )
  const [changed] = await run(sql`select * from users where id = ${reader.id}`)
  expect(changed).toMatchObject({ email, confirmed_at: null })
  await night('2061-06-02T03:00:00Z')
  await night('2062-06-02T03:00:00Z')
  expect(await run(sql`select * from users where id = ${reader.id}`)).toEqual([changed])
})

test('R17.08 an account whose mailed link still works is not erased, and is once that has expired', async () => {
  server.clock.set('2063-04-01T20:00:00Z')
  const registeredAt = Temporal.Instant.from('2063-01-01T00:00:00Z')
  const [late, forsaken] = [
    await makeReader(server.deps, { confirmedAt: null, registeredAt }),
    await makeReader(server.deps, { confirmedAt: null, registeredAt }),
  ]
  const browser = openBrowser(server.app)
  for (const { email } of [late, forsaken]) await browser.post('/login/sign-in-link', { json: { email } })
  const token = tokenInMail(await server.mailbox.waitFor(late.email), 'activate')
  await server.mailbox.waitFor(forsaken.email)
  await night('2063-04-02T03:00:00Z')
  const answer = await browser.post(`/login/activate/${token}`, { json: { plain_password: 'Nove-Heslo-1' } })
  expect(answer.statusCode).toBe(204)
  await night('2063-04-04T03:00:00Z')
  expect(
    await run(sql`select email from users where id in (${late.id}, ${forsaken.id}) order by id`),
  ).toEqual([{ email: late.email }, { email: `erased:${forsaken.id}` }])
})

test('R17.08 no account is erased in a service mode, in which its reader could not confirm it', async () => {
  server.clock.set('2063-06-01T20:00:00Z')
  const registeredAt = Temporal.Instant.from('2063-01-01T00:00:00Z')
  const { id, email } = await makeReader(server.deps, { confirmedAt: null, registeredAt })
  const read = async () => (await run(sql`select email from users where id = ${id}`))[0]?.['email']
  await operate(server, 'mode set', { name: 'read_only', note: 'Presun databázy' })
  await night('2063-06-02T03:00:00Z')
  expect(await read()).toBe(email)
  await operate(server, 'mode end', { note: 'Hotovo' })
  await night('2063-06-03T03:00:00Z')
  expect(await read()).toBe(`erased:${id}`)
})

test('R17.08 race: an account whose reader signs in while it is looked at is not erased', async () => {
  server.clock.set('2064-06-01T10:00:00Z')
  const { clock, db } = server.deps
  const registeredAt = clock.now().subtract({ hours: 400 * 24 })
  const { id, email } = await makeReader(server.deps, { confirmedAt: null, registeredAt })
  // What is read of this table waits, in the midst of a statement, for the lock that the test holds.
  await run(sql`alter table follows rename to slow_follows`)
  await run(sql`create function slow() returns setof slow_follows language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(1); return query select * from slow_follows; end $$`)
  await run(sql`create view follows as select * from slow()`)
  const looking = await holdLocks(db, tx => tx.execute(sql`select pg_advisory_xact_lock(1)`))
  const overlooked = db.transaction(async tx => {
    const found = await lockUnconfirmed(tx, clock.now(), id)
    return found && tx.$count(sessions, eq(sessions.userId, id))
  })
  await looking.waitedForBy(1)
  const signingIn = openBrowser(server.app).signIn(email)
  await Promise.race([signingIn, looking.waitedForBy(2)])
  await looking.release()
  expect(await overlooked).not.toBe(1)
  expect((await signingIn).statusCode).toBe(204)
})
