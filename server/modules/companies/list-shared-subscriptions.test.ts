import { describe, expect, test } from 'vitest'
import type { SharedSubscription } from '#contract/companies/companies.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { makeSharedSubscription } from '#server/testing/make/shared-subscription.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

describe('R1.16 what a reader manages', () => {
  test('is listed with the seats left, each subscription apart', async () => {
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
