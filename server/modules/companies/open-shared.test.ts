import { describe, expect, test } from 'vitest'
import { companyAddress, openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeCoupon } from '#server/testing/make/coupon.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

describe('R1.16 a package that is bought', () => {
  test('makes its buyer the administrator, under the name of the company', async () => {
    const boss = await server.administer()
    expect(await boss.shared()).toMatchObject([
      {
        subscription_id: boss.subscriptionId,
        name: 'Pod Lipou, s. r. o.',
        seats: 5,
        used: 0,
        state: 'active',
      },
    ])
    const employee = await server.take(await boss.invite())
    expect(await employee.list()).toMatchObject([{ given_by: 'Pod Lipou, s. r. o.', reads: true }])
  })

  test('twice is two subscriptions, each with people of its own', async () => {
    const boss = await server.administer('company_1')
    await server.buy(boss, { product: 'company_5', address: companyAddress })
    const shared = (await boss.shared()).map(({ seats, state }) => ({ seats, state }))
    expect(shared).toHaveLength(2)
    expect(shared).toEqual(
      expect.arrayContaining([
        { seats: 1, state: 'active' },
        { seats: 5, state: 'active' },
      ]),
    )
  })

  test('needs to know the company', async () => {
    const reader = await server.signIn()
    const answer = await reader.order({ product: 'company_5', method: 'card' })
    expect(answer.json()).toMatchObject({
      errors: [
        { key: 'required', field: 'address.company_name' },
        { key: 'required', field: 'address.company_id' },
      ],
    })
  })

  test.each([
    ['over the beginning of summer time', '2027-03-27T23:30:00Z', '2028-03-27T22:30:00Z'],
    ['over the end of summer time', '2027-10-30T22:30:00Z', '2028-10-30T23:30:00Z'],
    ['from 29 February', '2028-02-29T10:00:00Z', '2029-02-28T10:00:00Z'],
    ['a minute before midnight in Bratislava', '2029-06-30T21:59:00Z', '2030-06-30T21:59:00Z'],
    ['at midnight in Bratislava', '2029-12-31T23:00:00Z', '2030-12-31T23:00:00Z'],
  ])('R9.03 lasts a year from payment: %s', async (_, paidAt, until) => {
    server.clock.set(paidAt)
    const boss = await server.administer('company_1')
    const toMinute = (instant: string | undefined) => instant?.slice(0, 16)
    const [shared] = await boss.shared()
    expect(toMinute(shared?.period.from)).toBe(toMinute(paidAt))
    expect(toMinute(shared?.period.to)).toBe(toMinute(until))
  })
})

describe('who manages a company’s subscription', () => {
  test('does not read by it, has no role and is asked nothing about devices', async () => {
    const boss = await server.administer()
    expect(await boss.list()).toMatchObject([{ audience: 'company', reads: false, given_by: null }])
    await boss.browser.signIn(boss.email)
    const payload = boss.browser.cookies.get('ppp')?.value.split('.')[1] ?? ''
    const { sbr } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sbr?: object }
    expect(sbr ?? {}).toEqual({})
  })

  test('reads by an access of the own, at once and without a link', async () => {
    const boss = await server.administer('company_1')
    expect(await boss.invite(boss.email)).toMatchObject({ state: 'active', activation_url: null })
    expect((await boss.list()).filter(each => each.reads)).toHaveLength(1)
    expect(await boss.accesses()).toMatchObject({ seats: 1, used: 1 })
  })

  test('a subscription of the own begins at once beside it', async () => {
    const boss = await server.administer()
    await server.buy(boss, { product: 'premium_1y' })
    expect((await boss.list()).map(each => `${each.audience} ${each.state}`).toSorted()).toEqual([
      'company active',
      'person active',
    ])
  })

  test.each(['code', 'gift', 'giveaway'] as const)('R9.02 a %s begins at once beside it', async kind => {
    const boss = await server.administer()
    const { code } = await makeCoupon(server.deps, { kind })
    expect((await boss.activate(code)).statusCode).toBe(201)
    expect((await boss.list()).filter(each => each.reads)).toMatchObject([{ state: 'active' }])
  })

  test('R9.02 a code begins after an access of the own, by which its administrator reads', async () => {
    const boss = await server.administer()
    await boss.invite(boss.email)
    const [{ period } = {}] = (await boss.list()).filter(each => each.reads)
    const { code } = await makeCoupon(server.deps)
    expect((await boss.activate(code)).json()).toMatchObject({
      state: 'future',
      period: { from: period?.to },
    })
  })
})
