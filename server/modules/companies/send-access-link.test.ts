import { describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import { administer, codeOf, keyOf, signInSomebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

type Administrator = Awaited<ReturnType<typeof administer>>

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

  test('works for thirty days; then it is void, and a new one replaces it', async () => {
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

  test('of one access is mailed five times an hour at most (rate limit)', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    for (let time = 0; time < 5; time++) expect((await boss.send(access.id)).statusCode).toBe(200)
    const answer = await boss.send(access.id)
    expect([answer.statusCode, keyOf(answer)]).toEqual([429, 'too_many_access_mails'])
  })
  test.each([
    ['alone', (stranger: Administrator, id: number) => stranger.send(id)],
    [
      'as one of many',
      ({ browser, path }: Administrator, id: number) =>
        browser.post(`${path}/changes`, { json: { act: 'send_link', ids: [id] } }),
    ],
  ])('R6.02 is mailed all the same after a stranger has asked for it %s', async (_, ask) => {
    const [boss, stranger] = [await administer(server), await administer(server)]
    const access = await boss.addOne()
    for (let time = 0; time < 5; time++) await ask(stranger, access.id)
    expect((await boss.send(access.id)).statusCode).toBe(200)
  })
})
