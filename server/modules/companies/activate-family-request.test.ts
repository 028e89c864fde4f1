import { describe, expect, test } from 'vitest'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

describe('R1.16 R3.09 R4.10 an access', () => {
  test('is pending, is taken by the link, works at once, and is ended (R9.03)', async () => {
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

  test('of a subscription that is to begin is taken now and works from then on', async () => {
    const startsAt = server.clock.now().add({ hours: 240 })
    const boss = await administer(server, { startsAt })
    const employee = await signInSomebody(server)
    const given = (await employee.take(codeOf(await boss.addOne()))).json<Subscription>()
    expect(given).toMatchObject({ state: 'future', period: { from: startsAt.toString() } })
  })
})

describe('at once', () => {
  test('race: twenty take the last seat by one link, one gets it', async () => {
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
})

describe('R8.08 refusals of an access', () => {
  test('an administrator can’t take an access of the own subscription', async () => {
    const boss = await administer(server)
    const answer = await boss.take(codeOf(await boss.addOne()))
    expect([answer.statusCode, keyOf(answer)]).toEqual([422, 'family_request_self_use_forbidden'])
  })

  test('a reader takes one of each subscription, also when many are taken concurrently', async () => {
    const boss = await administer(server)
    const codes = [codeOf(await boss.addOne()), codeOf(await boss.addOne()), codeOf(await boss.addOne())]
    const employee = await signInSomebody(server)
    const answers = await Promise.all(codes.map(code => employee.take(code)))
    expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode === 422)
    expect(refused.map(keyOf)).toEqual(['family_request_one_per_user', 'family_request_one_per_user'])
    expect(await employee.subscriptions()).toHaveLength(1)
    // A seat in another company is allowed.
    const other = await administer(server)
    expect((await employee.take(codeOf(await other.addOne()))).statusCode).toBe(201)
  })

  test('a link is single-use', async () => {
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
    server.clock.advance('PT24H1M')
    expect(keyOf(await (await signInSomebody(server)).take(code))).toBe('family_code_expired')
    await boss.browser.signIn(boss.email)
    expect(keyOf(await boss.add({ email: somebody() }))).toBe('company_subscription_ended')
  })
})
