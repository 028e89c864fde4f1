import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { accesses } from './tables.ts'

const server = openForFile(createTestApp)

describe('R1.16 R3.09 R4.10 an access', () => {
  test('that was ended frees its seat for another address', async () => {
    const boss = await administer(server, { seats: 1 })
    const first = await boss.addOne()
    expect(keyOf(await boss.add({ email: somebody() }))).toBe('company_seats_used_up')
    await boss.deactivate(first.id)
    const second = await boss.addOne()
    const employee = await signInSomebody(server)
    expect((await employee.take(codeOf(second))).statusCode).toBe(201)
    expect((await boss.list()).items.map(item => item.state)).toEqual(['active', 'deactivated'])
  })
})

describe('at once', () => {
  test('idempotent: twenty presses on deactivate, one change, one freed seat', async () => {
    const boss = await administer(server, { seats: 2 })
    const [first] = [await boss.addOne(), await boss.addOne()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => boss.deactivate(first.id)))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ state: 'deactivated' })
    expect((await boss.list()).used).toBe(1)
    expect((await boss.activity()).filter(([kind]) => kind === 'access_deactivated')).toHaveLength(1)
  })

  test('race: a press that began first and gets the lock last changes nothing', async () => {
    const boss = await administer(server, { seats: 1 })
    const { id } = await boss.addOne()
    const locks = await holdLocks(server.deps.db, tx =>
      tx.select().from(accesses).where(eq(accesses.id, id)).for('update'),
    )
    const answers: ReturnType<typeof boss.deactivate>[] = []
    for (const began of ['PT0S', '-PT1S']) {
      server.clock.advance(began)
      answers.push(boss.deactivate(id))
      await locks.waitedForBy(answers.length)
    }
    server.clock.advance('PT1S')
    await locks.release()
    const [first, last] = await Promise.all(answers)
    expect(last?.body).toBe(first?.body)
    expect((await boss.activity()).filter(([kind]) => kind === 'access_deactivated')).toHaveLength(1)
  })

  test('race: a link is taken while it is deactivated; in either order its reader ends without access', async () => {
    const boss = await administer(server)
    for (let round = 0; round < 5; round++) {
      const access = await boss.addOne()
      const employee = await signInSomebody(server)
      const [taken, ended] = await Promise.all([employee.take(codeOf(access)), boss.deactivate(access.id)])
      expect(ended.json()).toMatchObject({ state: 'deactivated' })
      expect([201, 422]).toContain(taken.statusCode)
      expect((await employee.subscriptions()).filter(each => each.state === 'active')).toEqual([])
      expect(keyOf(await employee.take(codeOf(access)))).toBe('family_code_expired')
    }
  })
})
