import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { users } from '#server/modules/identity/tables.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

describe('R1.16 R3.09 R4.10 an access', () => {
  test('is given back to its reader, who reads again at once', async () => {
    const boss = await administer(server, { seats: 1 })
    const access = await boss.addOne()
    const employee = await signInSomebody(server)
    await employee.take(codeOf(access))
    await boss.deactivate(access.id)
    expect((await boss.activate(access.id)).json()).toMatchObject({ state: 'active' })
    expect((await employee.subscriptions()).map(each => each.state)).toEqual(['active', 'inactive'])
    // Idempotent.
    expect((await boss.activate(access.id)).json()).toMatchObject({ state: 'active' })
    expect(await employee.subscriptions()).toHaveLength(2)
  })

  test('that was not taken is pending again, with another link; the former one stays void', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    await boss.deactivate(access.id)
    const again = (await boss.activate(access.id)).json<Access>()
    expect(again.state).toBe('waiting')
    const employee = await signInSomebody(server)
    expect(keyOf(await employee.take(codeOf(access)))).toBe('family_request_not_found')
    expect((await employee.take(codeOf(again))).statusCode).toBe(201)
  })

  test('of somebody whose data were erased is given back to nobody, alone or among many', async () => {
    const boss = await administer(server)
    const [reader, invited] = [await signInSomebody(server), await signInSomebody(server)]
    const [taken, untaken] = [await boss.addOne(reader.email), await boss.addOne(invited.email)]
    await reader.take(codeOf(taken))
    const other = await boss.addOne()
    await boss.deactivate(other.id)
    const { db, clock } = server.deps
    for (const { id } of [reader, invited]) {
      await db.update(users).set({ anonymizationRequestedAt: clock.now() }).where(eq(users.id, id))
    }
    server.clock.advance('P31D')
    await eraseDueReaders(server.deps)
    await boss.browser.signIn(boss.email)
    expect((await boss.list()).items.map(({ id, erased }) => [id, erased])).toEqual(
      expect.arrayContaining([
        [taken.id, true],
        [untaken.id, true],
        [other.id, false],
      ]),
    )
    for (const { id } of [taken, untaken]) {
      const answer = await boss.activate(id)
      expect([answer.statusCode, keyOf(answer)]).toEqual([404, 'user_not_found'])
    }
    const ids = [taken.id, untaken.id, other.id]
    const bulk = await boss.browser.post(`${boss.path}/changes`, { json: { act: 'activate', ids } })
    expect(bulk.json()).toMatchObject({
      results: [
        { id: taken.id, error: { key: 'user_not_found' } },
        { id: untaken.id, error: { key: 'user_not_found' } },
        { id: other.id, error: null },
      ],
    })
    expect((await boss.list()).used).toBe(1)
    expect(server.mailbox.mails.filter(({ to }) => to.includes('erased'))).toEqual([])
  })

  test('is not given back without a free seat, or when its address has another one', async () => {
    const boss = await administer(server, { seats: 1 })
    const email = somebody()
    const first = await boss.addOne(email)
    await boss.deactivate(first.id)
    const second = await boss.addOne(email)
    expect(keyOf(await boss.activate(first.id))).toBe('company_access_exists')
    await boss.deactivate(second.id)
    await boss.addOne()
    expect(keyOf(await boss.activate(first.id))).toBe('company_seats_used_up')
  })
})
