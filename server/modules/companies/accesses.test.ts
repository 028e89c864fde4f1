import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Access } from '#contract/companies/companies.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

describe('R1.16 R3.09 R4.10 an access', () => {
  test('waits, is taken by the link, works at once, and is ended (R9.03)', async () => {
    const boss = await administer(server)
    const waiting = await boss.addOne('Anna.Mala@firma.example ')
    expect(waiting).toMatchObject({ email: 'anna.mala@firma.example', state: 'waiting', active_from: null })
    expect(waiting.activation_url).toMatch(/^http:\/\/profil\.test\/login\/invitation\/[\w-]{44}$/)
    const mail = await server.mailbox.waitFor('anna.mala@firma.example')
    expect(mail.text).toContain(waiting.activation_url)

    const employee = await signInSomebody(server)
    const taken = await employee.take(codeOf(waiting))
    expect(taken.statusCode).toBe(201)
    const given = taken.json<Subscription>()
    expect(given).toMatchObject({ audience: 'company', group: 'premium', state: 'active', payment: null })
    expect(given.period.to).toBe(boss.subscription.endsAt.toString())
    expect(await employee.subscriptions()).toEqual([given])
    expect(await boss.list()).toMatchObject({
      seats: 5,
      used: 1,
      items: [{ state: 'active', active_from: given.period.from, activation_url: null }],
    })

    const ended = await boss.deactivate(waiting.id)
    expect(ended.json()).toMatchObject({ state: 'deactivated', activation_url: null })
    expect((await boss.list()).used).toBe(0)
    expect((await employee.subscriptions())[0]?.state).toBe('inactive')
    expect(await employee.activity()).toEqual([
      ['access_lost', {}],
      ['access_taken', { kind: 'company' }],
    ])
    expect(await boss.activity()).toEqual([
      ['access_deactivated', {}],
      ['access_added', { count: '1' }],
    ])
  })

  test('that was ended can be given to somebody else, in its place', async () => {
    const boss = await administer(server, { seats: 1 })
    const first = await boss.addOne()
    expect(keyOf(await boss.add({ email: somebody() }))).toBe('company_seats_used_up')
    await boss.deactivate(first.id)
    const second = await boss.addOne()
    const employee = await signInSomebody(server)
    expect((await employee.take(codeOf(second))).statusCode).toBe(201)
    expect((await boss.list()).items.map(item => item.state)).toEqual(['active', 'deactivated'])
  })

  test('is given back to whom it belonged, who reads again at once', async () => {
    const boss = await administer(server, { seats: 1 })
    const access = await boss.addOne()
    const employee = await signInSomebody(server)
    await employee.take(codeOf(access))
    await boss.deactivate(access.id)
    expect((await boss.activate(access.id)).json()).toMatchObject({ state: 'active' })
    expect((await employee.subscriptions()).map(each => each.state)).toEqual(['active', 'inactive'])
    // Once more changes nothing.
    expect((await boss.activate(access.id)).json()).toMatchObject({ state: 'active' })
    expect(await employee.subscriptions()).toHaveLength(2)
  })

  test('that nobody had taken waits again, with another link; the former one stays dead', async () => {
    const boss = await administer(server)
    const access = await boss.addOne()
    await boss.deactivate(access.id)
    const again = (await boss.activate(access.id)).json<Access>()
    expect(again.state).toBe('waiting')
    const employee = await signInSomebody(server)
    expect(keyOf(await employee.take(codeOf(access)))).toBe('family_request_not_found')
    expect((await employee.take(codeOf(again))).statusCode).toBe(201)
  })

  test('is not given back where there is no place, or its address has another one', async () => {
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

  test('of a subscription that is to begin is taken now and works from then on', async () => {
    const startsAt = server.clock.now().add({ hours: 240 })
    const boss = await administer(server, { startsAt })
    const employee = await signInSomebody(server)
    const given = (await employee.take(codeOf(await boss.addOne()))).json<Subscription>()
    expect(given).toMatchObject({ state: 'future', period: { from: startsAt.toString() } })
  })
})

describe('at once', () => {
  test('twenty take the last place by one link: one gets it', async () => {
    const boss = await administer(server, { seats: 1 })
    const code = codeOf(await boss.addOne())
    const twenty = await Promise.all(Array.from({ length: 20 }, () => signInSomebody(server)))
    const answers = await Promise.all(twenty.map(each => each.take(code)))
    expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
    expect(new Set(answers.filter(answer => answer.statusCode !== 201).map(keyOf))).toEqual(
      new Set(['family_code_expired']),
    )
    const all = await Promise.all(twenty.map(each => each.subscriptions()))
    expect(all.flat()).toHaveLength(1)
  })

  test('twenty addresses are given the last place: one gets it', async () => {
    const boss = await administer(server, { seats: 3 })
    await boss.addOne()
    await boss.addOne()
    const answers = await Promise.all(Array.from({ length: 20 }, () => boss.add({ email: somebody() })))
    expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
    expect(new Set(answers.filter(answer => answer.statusCode !== 201).map(keyOf))).toEqual(
      new Set(['company_seats_used_up']),
    )
    expect(await boss.list()).toMatchObject({ seats: 3, used: 3 })
  })

  test('twenty presses on deactivate: one change, one freed place', async () => {
    const boss = await administer(server, { seats: 2 })
    const [first] = [await boss.addOne(), await boss.addOne()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => boss.deactivate(first.id)))
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ state: 'deactivated' })
    expect((await boss.list()).used).toBe(1)
    expect((await boss.activity()).filter(([kind]) => kind === 'access_deactivated')).toHaveLength(1)
  })

  test('a link is taken while it is deactivated: either nobody reads, or the one who took it no longer does', async () => {
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
