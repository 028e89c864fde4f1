import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import {
  administer,
  codeOf,
  keyOf,
  type Listed,
  signInSomebody,
  somebody,
} from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { sharedSubscriptions } from './tables.ts'

const server = openForFile(createTestApp)

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
    // Another's subscription and a missing one look the same.
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
