import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SharedSubscription } from '#contract/companies/companies.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import {
  administer,
  codeOf,
  keyOf,
  type Listed,
  signInSomebody,
  somebody,
} from '#server/testing/make/company-people.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSharedSubscription } from '#server/testing/make/shared-subscription.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { accesses, sharedSubscriptions } from './tables.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('R6.02 R1.17', () => {
  const attempts = (own: string, subscriptionId: number | string, id: number | string) => [
    ['GET', `${own}/companies/${subscriptionId}/accesses`],
    ['POST', `${own}/companies/${subscriptionId}/accesses`],
    ['GET', `${own}/companies/${subscriptionId}/offers`],
    ['GET', `${own}/companies/${subscriptionId}/invoices`],
    ['GET', `${own}/companies/${subscriptionId}/invoices/${id}.pdf`],
    ['POST', `${own}/companies/${subscriptionId}/accesses/${id}/activate`],
    ['POST', `${own}/companies/${subscriptionId}/accesses/${id}/deactivate`],
    ['POST', `${own}/companies/${subscriptionId}/accesses/${id}/send-link`],
  ]
  async function refusals(reader: Awaited<ReturnType<typeof signInSomebody>>, tried: string[][]) {
    const answers = []
    for (const [method, url = ''] of tried) {
      const json = url.endsWith('accesses') ? { email: somebody() } : undefined
      answers.push(
        method === 'GET' ? await reader.browser.get(url) : await reader.browser.post(url, json && { json }),
      )
    }
    return answers
  }

  test('an administrator sees and changes nothing of another company, by any id', async () => {
    const [mine, other] = [await administer(server), await administer(server)]
    const [access, foreign] = [await mine.addOne(), await other.addOne()]
    const tried = [
      ...attempts(mine.own, other.subscription.id, foreign.id),
      ...attempts(other.own, other.subscription.id, foreign.id),
      ...attempts(mine.own, 999_999, foreign.id),
      ...attempts(mine.own, mine.subscription.id, foreign.id).slice(4),
      ...attempts(mine.own, 'x', 'y'),
    ]
    const answers = await refusals(mine, tried)
    expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 403))
    // Somebody else's and what is not there look the same.
    expect(new Set(answers.map(keyOf))).toEqual(new Set(['forbidden']))
    expect((await other.list()).items).toEqual([foreign])
    expect((await mine.list()).items).toEqual([access])
  })

  test('an employee manages nothing, though the own subscription is of the same product', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    const employee = await signInSomebody(server)
    const seat = (await employee.take(codeOf(access))).json<Subscription>()
    const mine = await employee.browser.get(`${employee.own}/companies`)
    expect(mine.json()).toEqual({ items: [] })
    const answers = await refusals(employee, [
      ...attempts(employee.own, boss.subscription.id, access.id),
      ...attempts(employee.own, seat.id, access.id),
    ])
    expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 403))
  })

  test('a former administrator sees nothing at all, the new one everything', async () => {
    const [former, next] = [await administer(server), await signInSomebody(server)]
    const access = await former.addOne()
    await server.deps.db
      .update(sharedSubscriptions)
      .set({ administratorId: next.id })
      .where(eq(sharedSubscriptions.subscriptionId, former.subscription.id))
    const answers = await refusals(former, attempts(former.own, former.subscription.id, access.id))
    expect(answers.map(answer => answer.statusCode)).toEqual(answers.map(() => 403))
    expect((await former.browser.get(`${former.own}/companies`)).json()).toEqual({ items: [] })
    const seen = await next.browser.get(`${next.own}/companies/${former.subscription.id}/accesses`)
    expect(seen.json<Listed>().items).toEqual([access])
  })
})

describe('R1.16 what a reader manages', () => {
  test('is listed with the places that are left, several subscriptions apart', async () => {
    const boss = await administer(server, { seats: 5 })
    const second = await makeSharedSubscription(server.deps, { userId: boss.id, seats: 20 })
    const ended = await makeSharedSubscription(server.deps, {
      userId: boss.id,
      seats: 1,
      startsAt: server.clock.now().subtract({ hours: 48 }),
      endsAt: server.clock.now().subtract({ hours: 24 }),
    })
    await boss.addOne()
    const listed = await boss.browser.get(`${boss.own}/companies`, { headers: { 'accept-language': 'en' } })
    const { items } = listed.json<{ items: SharedSubscription[] }>()
    expect(items.map(({ subscription_id: id, seats, used, state }) => [id, seats, used, state])).toEqual(
      expect.arrayContaining([
        [boss.subscription.id, 5, 1, 'active'],
        [second.id, 20, 0, 'active'],
        [ended.id, 1, 0, 'inactive'],
      ]),
    )
    expect(items.at(-1)?.state).toBe('inactive')
    expect(items[0]).toMatchObject({ kind: 'company', type: { name: 'Company Premium' } })
  })

  test('is a family as well: its people are invited in the same way', async () => {
    const owner = await administer(server, { audience: 'family', seats: 2 })
    const access = await owner.addOne()
    const mail = await server.mailbox.waitFor(access.email)
    expect(mail.subject).toContain('rodinného')
    const child = await signInSomebody(server)
    const given = (await child.take(codeOf(access))).json<Subscription>()
    expect(given).toMatchObject({ audience: 'family', state: 'active' })
    await owner.addOne()
    expect(keyOf(await owner.add({ email: somebody() }))).toBe('company_seats_used_up')
    expect(await child.activity()).toEqual([['access_taken', { kind: 'family' }]])
  })
})

test('an invitation is written in the language of its reader, where that is known', async () => {
  const boss = await administer(server)
  const reader = await makeReader(server.deps, { locale: 'en' })
  await boss.addOne(reader.email)
  const mail = await server.mailbox.waitFor(reader.email)
  expect(mail.subject).toContain('gives you access')
})

test('the table keeps one open access an address and a reader', async () => {
  const boss = await administer(server)
  const access = await boss.addOne()
  const { db, clock } = server.deps
  const twice = db.insert(accesses).values({
    subscriptionId: boss.subscription.id,
    email: access.email,
    invitedAt: clock.now(),
    linkKey: 'twice',
    linkExpiresAt: clock.now(),
  })
  await expect(twice).rejects.toThrow()
  const rows = await db
    .select()
    .from(accesses)
    .where(and(eq(accesses.subscriptionId, boss.subscription.id), eq(accesses.email, access.email)))
  expect(rows).toHaveLength(1)
})
