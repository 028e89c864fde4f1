import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Access, listAccesses } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { users } from '#server/modules/identity/tables.ts'
import { administer, codeOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

describe('R1.16 who reads by an access', () => {
  test('is told to its administrator, also when it was given to another address', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    expect(access.reader_email).toBeNull()
    expect((await boss.send(access.id)).json<Access>().reader_email).toBeNull()
    const reader = await signInSomebody(server)
    expect(reader.email).not.toBe(access.email)
    await reader.take(codeOf(access))
    const told = { email: access.email, reader_email: reader.email }
    expect((await boss.list()).items).toMatchObject([{ ...told, state: 'active' }])
    expect((await boss.deactivate(access.id)).json()).toMatchObject({ ...told, state: 'deactivated' })
    expect((await boss.deactivate(access.id)).json()).toMatchObject(told)
    expect((await boss.activate(access.id)).json()).toMatchObject({ ...told, state: 'active' })
    expect(await boss.addOne(boss.email)).toMatchObject({ email: boss.email, reader_email: boss.email })
  })

  test('does not name an erased account', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    const reader = await signInSomebody(server)
    await reader.take(codeOf(access))
    await server.deps.db
      .update(users)
      .set({ email: 'erased:1', anonymizedAt: server.clock.now() })
      .where(eq(users.id, reader.id))
    expect((await boss.list()).items).toMatchObject([{ reader_email: null }])
  })
})

test('R13.12 an access is found by its internationalised domain as it was typed', async () => {
  const boss = await administer(server)
  const access = await boss.addOne('jana@žltý.sk')
  await boss.addOne()
  for (const q of ['Jana@Žltý.sk', access.email, 'jana'])
    expect((await boss.browser.get(`${boss.path}?q=${encodeURIComponent(q)}`)).json()).toMatchObject({
      total: 1,
      items: [{ id: access.id }],
    })
})

describe('R13.12 a company of 2,000 people', () => {
  type Page = EndpointOutput<typeof listAccesses>
  /** `jana.kovac-7@firma.example`: 7 of 10 read, 2 wait, 1 is deactivated; who reads did so so many days ago. */
  async function administerMany(count = 2000) {
    const boss = await administer(server, { seats: count })
    const { db, clock } = server.deps
    await boss.addOne(boss.email)
    const now = clock.now().toString()
    await db.execute(sql`with people as (
        select n, n % 10 < 7 as reads from generate_series(1, ${count}::int) n),
      readers as (
        insert into users (email, password_hash, registered_at, locale, registered_via, confirmed_at)
        select 'ucet.' || n || '-' || ${boss.id}::text || '@doma.example', null, ${now}::timestamptz, 'sk', 'form', ${now}::timestamptz
        from people where reads returning id, email),
      used as (
        insert into devices (id, user_id, name, type, last_activity)
        select 'd-' || id, id, 'Firefox', 'browser', ${now}::timestamptz - id % 100 * interval '1 day' from readers
        where id % 5 <> 0)
      insert into accesses (subscription_id, email, invited_at, link_key, link_expires_at, user_id, active_from, deactivated_at)
      select ${boss.subscription.id}, 'jana.kovac-' || n || '@firma.example', ${now}::timestamptz, gen_random_uuid()::text,
        ${now}::timestamptz + interval '30 days', readers.id,
        case when reads then ${now}::timestamptz - interval '60 days' end,
        case when n % 10 = 9 then ${now}::timestamptz end
      from people left join readers on readers.email = 'ucet.' || n || '-' || ${boss.id}::text || '@doma.example'`)
    const ask = async (query: Record<string, string>) =>
      (await boss.browser.get(`${boss.path}?${new URLSearchParams(query).toString()}`)).json<Page>()
    return { ...boss, ask }
  }

  test('is read in pages, each person once, whatever the order', async () => {
    const { ask } = await administerMany()
    for (const sort of ['email', 'state', 'last_used', 'unused']) {
      const seen: Access[] = []
      let cursor: string | null = '0'
      while (cursor !== null) {
        const page: Page = await ask({ sort, limit: '500', cursor })
        seen.push(...page.items)
        cursor = page.next_cursor
      }
      expect([sort, seen.length, new Set(seen.map(each => each.id)).size]).toEqual([sort, 2001, 2001])
      const used = seen.filter(({ state }) => state === 'active').map(each => each.last_used_on)
      const days = used.filter(day => day !== null)
      if (sort === 'last_used')
        expect(used).toEqual([...days.toSorted().toReversed(), ...used.slice(days.length)])
      if (sort === 'unused') expect(days).toEqual(days.toSorted())
      if (sort === 'unused') expect(used[0]).toBeNull()
    }
    const { items, ...rest } = await ask({ limit: '25' })
    expect(items).toHaveLength(25)
    expect(rest).toEqual({
      seats: 2000,
      used: 1801,
      has_own: true,
      counts: { waiting: 400, active: 1401, ending: 0, deactivated: 200 },
      total: 2001,
      next_cursor: '25',
    })
  })

  test('is searched by words of a name as people write them, and by state', async () => {
    const { ask } = await administerMany(20)
    const found = async (query: Record<string, string>) => (await ask(query)).total
    expect(await found({ q: 'Kováč JANA' })).toBe(20)
    expect(await found({ q: 'ucet.11 doma' })).toBe(1)
    expect(await found({ q: 'kovac-1', state: 'deactivated' })).toBe(1)
    expect(await found({ q: '%' })).toBe(0)
    expect(await found({ q: '_' })).toBe(0)
    expect(await found({ q: ' ' })).toBe(21)
    expect(await ask({ q: 'nikto' })).toMatchObject({ items: [], next_cursor: null })
    expect(await ask({ cursor: '5000' })).toMatchObject({ items: [], next_cursor: null, total: 21 })
  })
})
