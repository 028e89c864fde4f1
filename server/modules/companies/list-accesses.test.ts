import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { users } from '#server/modules/identity/tables.ts'
import { administer, codeOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

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
      .set({ email: 'erased-1@invalid', anonymizedAt: server.clock.now() })
      .where(eq(users.id, reader.id))
    expect((await boss.list()).items).toMatchObject([{ reader_email: null }])
  })
})
