import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { users } from '#server/modules/identity/tables.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { accesses, sharedSubscriptions } from './tables.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('the link', () => {
  test('is sent again with the same code, which then works for thirty days more', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    server.clock.advance('P20D')
    await boss.browser.signIn(boss.email)
    const sent = (await boss.send(access.id)).json<Access>()
    expect(sent.activation_url).toBe(access.activation_url)
    server.clock.advance('P29D')
    const employee = await signInSomebody(server)
    await boss.browser.signIn(boss.email)
    expect((await employee.take(codeOf(access))).statusCode).toBe(201)
    expect(keyOf(await boss.send(access.id))).toBe('company_access_not_waiting')
  })

  test('works for thirty days; then it is dead, and another one is sent in its place', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    server.clock.advance('P30DT1H')
    const employee = await signInSomebody(server)
    expect(keyOf(await employee.take(codeOf(access)))).toBe('family_code_expired')
    await boss.browser.signIn(boss.email)
    expect((await boss.list()).items[0]?.activation_url).toBeNull()
    const renewed = (await boss.send(access.id)).json<Access>()
    expect(keyOf(await employee.take(codeOf(access)))).toBe('family_request_not_found')
    expect((await employee.take(codeOf(renewed))).statusCode).toBe(201)
  })

  test('of one access is mailed five times an hour', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    for (let time = 0; time < 5; time++) expect((await boss.send(access.id)).statusCode).toBe(200)
    const answer = await boss.send(access.id)
    expect([answer.statusCode, keyOf(answer)]).toEqual([429, 'too_many_access_mails'])
  })

  test('tells whoever holds it what it gives and from whom, without being used up', async () => {
    const boss = await administer(server)
    const code = codeOf(await boss.addOne())
    await server.deps.db
      .update(sharedSubscriptions)
      .set({ companyName: 'Kníhviazačstvo Pod Lipou, s. r. o.' })
      .where(eq(sharedSubscriptions.subscriptionId, boss.subscription.id))
    const answer = await openBrowser(server.app).get(`/rest/api/prv/v1/family-requests/${code}`)
    expect(answer.json()).toMatchObject({
      kind: 'company',
      from: 'Kníhviazačstvo Pod Lipou, s. r. o.',
      group: 'premium',
      period: { to: boss.subscription.endsAt.toString() },
    })
    expect(answer.body).not.toContain('@')
    expect((await (await signInSomebody(server)).take(code)).statusCode).toBe(201)
    const used = await openBrowser(server.app).get(`/rest/api/prv/v1/family-requests/${code}`)
    expect(keyOf(used)).toBe('family_code_expired')
  })

  test('can be made neither from the table nor by changing another one', async () => {
    const boss = await administer(server)
    const code = codeOf(await boss.addOne())
    const kept = JSON.stringify(await server.deps.db.select().from(accesses))
    expect(kept).not.toContain(code)
    const employee = await signInSomebody(server)
    const forged = [
      code.slice(0, 22),
      `${code.slice(0, 43)}${code.endsWith('A') ? 'B' : 'A'}`,
      `${code.slice(0, 22)}${'A'.repeat(22)}`,
      'x',
      '%00',
      'á'.repeat(12),
    ]
    for (const each of forged) {
      const answer = await employee.take(encodeURIComponent(each))
      expect([answer.statusCode, keyOf(answer)]).toEqual([404, 'family_request_not_found'])
    }
    expect((await employee.take(code)).statusCode).toBe(201)
  })
})

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

  test('is nobody any more once the account was erased', async () => {
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

describe('R8.08 refusals of an access', () => {
  test('an administrator takes none of the own', async () => {
    const boss = await administer(server)
    const answer = await boss.take(codeOf(await boss.addOne()))
    expect([answer.statusCode, keyOf(answer)]).toEqual([422, 'family_request_self_use_forbidden'])
  })

  test('a reader takes one of each subscription, also when many are taken at once', async () => {
    const boss = await administer(server)
    const codes = [codeOf(await boss.addOne()), codeOf(await boss.addOne()), codeOf(await boss.addOne())]
    const employee = await signInSomebody(server)
    const answers = await Promise.all(codes.map(code => employee.take(code)))
    expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode === 422)
    expect(refused.map(keyOf)).toEqual(['family_request_one_per_user', 'family_request_one_per_user'])
    expect(await employee.subscriptions()).toHaveLength(1)
    // A place in another company is another matter.
    const other = await administer(server)
    expect((await employee.take(codeOf(await other.addOne()))).statusCode).toBe(201)
  })

  test('a link is used once', async () => {
    const boss = await administer(server)
    const code = codeOf(await boss.addOne())
    const [employee, late] = [await signInSomebody(server), await signInSomebody(server)]
    await employee.take(code)
    expect(keyOf(await late.take(code))).toBe('family_code_expired')
    expect(keyOf(await employee.take(code))).toBe('family_request_one_per_user')
  })

  test('the link of a subscription that has ended gives nothing', async () => {
    const boss = await administer(server, { endsAt: server.clock.now().add({ hours: 24 }) })
    const code = codeOf(await boss.addOne())
    server.clock.advance('P1DT1M')
    expect(keyOf(await (await signInSomebody(server)).take(code))).toBe('family_code_expired')
    await boss.browser.signIn(boss.email)
    expect(keyOf(await boss.add({ email: somebody() }))).toBe('company_subscription_ended')
  })
})
