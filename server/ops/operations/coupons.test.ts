import { beforeAll, expect, test } from 'vitest'
import { coupons } from '#server/modules/coupons/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
let publisher: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  publisher = await openOperator(server, ['coupons:read', 'coupons:write'])
  await makeProduct(server.deps, { code: 'of_company', audience: 'company' })
  await makeProduct(server.deps, { code: 'of_family', audience: 'family' })
})

const call = async <T = unknown>(name: string, input: Record<string, unknown> = {}) =>
  (await publisher.call(name, input)).json<T>()
type Made = { id: number; csv: string }
const fair = { name: 'Knižný veľtrh', product: 'gift_premium_1y', codes: 4, valid_until: '2099-06-30' }
const codesIn = (csv: string) =>
  csv
    .trim()
    .split('\n')
    .slice(1)
    .map(line => line.split(',')[0] ?? '')
const use = async (code: string) => {
  const reader = await server.signIn()
  const answer = await reader.browser.post(`${reader.own}/coupon-activations`, { json: { code } })
  return { status: answer.statusCode, ...answer.json<{ errors?: { key: string }[] }>() }
}

test('R1.13 R4.13 a batch gives codes that work once, are told once, and end when the batch is voided', async () => {
  const made = await call<Made>('coupons make', fair)
  expect(made).toMatchObject({ codes: 4, used: 0, unused: 4, expires_at: '2099-06-30T22:00:00Z' })
  const codes = codesIn(made.csv)
  expect(made.csv).toContain(
    `${codes[0]},http://profil.test/predplatne-cez-kod?activation_code=${codes[0]}\n`,
  )
  expect((await use(codes[0] ?? '')).status).toBe(201)
  expect((await use(codes[0] ?? '')).errors).toMatchObject([{ key: 'coupon_already_used' }])
  // No code in anything stored or returned later.
  const kept = JSON.stringify([
    await server.deps.db.select().from(coupons),
    await call('coupons list'),
    await call('coupons read', { id: made.id }),
  ])
  for (const code of codes) expect(kept).not.toContain(code)
  expect(await call('coupons list')).toMatchObject({ items: [{ name: fair.name, used: 1, unused: 3 }] })

  expect(await call('coupons void', { id: made.id })).toMatchObject({
    used: 1,
    voided_at: expect.any(String),
  })
  expect((await use(codes[1] ?? '')).errors).toMatchObject([{ key: 'coupon_expired' }])
  expect(await call('coupons void', { id: made.id })).toMatchObject({
    errors: [{ key: 'operation_refused' }],
  })
})

test('R1.13 ten thousand codes are made at once, no two alike', async () => {
  const made = await call<Made>('coupons make', { ...fair, name: 'Leták', codes: 10_000 })
  expect(new Set(codesIn(made.csv)).size).toBe(10_000)
  expect(await call('coupons read', { id: made.id })).toMatchObject({ codes: 10_000, used: 0 })
})

test('a batch that cannot be made is refused at its field', async () => {
  const refused = async (change: object) =>
    (
      await call<{ errors: { field: string }[] }>('coupons make', { ...fair, name: 'Iná', ...change })
    ).errors.map(({ field }) => field)
  expect(await refused({ codes: 0 })).toEqual(['codes'])
  expect(await refused({ codes: 10_001 })).toEqual(['codes'])
  expect(await refused({ product: 'nothing' })).toEqual(['product'])
  for (const product of ['of_company', 'of_family']) expect(await refused({ product })).toEqual(['product'])
  expect(await refused({ valid_until: '2020-01-01' })).toEqual(['valid_until'])
  expect(await refused({ valid_until: '2099-02-30' })).toEqual(['valid_until'])
  expect(await refused({ kind: 'gift' })).toEqual(['kind'])
  expect(await refused({ name: ' ' })).toEqual(['name'])
  await call('coupons make', { ...fair, name: 'Dvakrát' })
  expect(await refused({ name: 'Dvakrát' })).toEqual(['name'])
})
