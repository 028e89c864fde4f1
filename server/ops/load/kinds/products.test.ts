import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { applyPlannedPrices } from '#server/modules/subscriptions/index.ts'
import { products } from '#server/modules/subscriptions/tables.ts'
import { auditLog } from '#server/ops/tables.ts'
import { operate } from '#server/testing/make/operator.ts'
import { createMoneyApp } from '#server/testing/setup/money-app.ts'

const server = await createMoneyApp()
const folder = await mkdtemp(join(tmpdir(), 'profil-products-'))
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const product = (code: string) => ({
  code,
  group: 'premium',
  audience: 'person',
  price_cents: 5000,
  currency: 'EUR',
  length: 'P1Y',
  access: ['web'],
  device_limit: 6,
  seats: 1,
  name: { sk: 'Klub', en: 'Club' },
  sold: true,
})
const load = async (rows: readonly object[], more: { dry_run?: boolean } = {}) => {
  await writeFile(join(folder, 'products.json'), JSON.stringify(rows))
  return operate(server, 'load', { folder, ...more })
}
const read = async (code: string) =>
  (await server.deps.db.select().from(products).where(eq(products.code, code)))[0]

test('a second load leaves what operators changed, says so, and brings the rest up to date', async () => {
  server.clock.set('2026-12-30T12:00:00Z')
  const [changed, planned, other] = ['kept_a', 'kept_b', 'kept_c'].map(product)
  if (!changed || !planned || !other) throw new Error('There are three')
  await load([changed, planned, other])
  await operate(server, 'products change', { code: 'kept_a', price_cents: 6000 })
  await operate(server, 'prices plan', { code: 'kept_b', from: '2027-01-02', price_cents: 7000 })
  server.clock.set('2027-01-02T12:00:00Z')
  await applyPlannedPrices(server.money)

  const again = [{ ...changed, seats: 2 }, planned, { ...other, price_cents: 5500 }]
  const kept = ['kept_a', 'kept_b'].map(code => ({ product: code, fields: ['price_cents', 'print_cents'] }))
  expect(await load(again, { dry_run: true })).toMatchObject({ dry_run: true, kept })
  expect(await read('kept_c')).toMatchObject({ priceCents: 5000 })
  const [line] = await server.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1)
  expect(line).toMatchObject({ operation: 'load', target: `${folder} (dry run)`, after: null })
  expect(await load(again)).toMatchObject({ items: [{ changed: 2, unchanged: 1 }], kept })
  expect(await read('kept_a')).toMatchObject({ priceCents: 6000, seats: 2 })
  expect(await read('kept_b')).toMatchObject({ priceCents: 7000 })
  expect(await read('kept_c')).toMatchObject({ priceCents: 5500 })

  await operate(server, 'products change', { code: 'kept_a', price_cents: 6100 })
  expect(await read('kept_a')).toMatchObject({ priceCents: 6100 })
})

test('what an operator only tried does not keep a product from following its file', async () => {
  await load([product('tried')])
  await operate(server, 'products change', { code: 'tried', price_cents: 6000, dry_run: true })
  expect(await load([{ ...product('tried'), price_cents: 5500 }])).toMatchObject({
    items: [{ changed: 1 }],
    kept: [],
  })
  expect(await read('tried')).toMatchObject({ priceCents: 5500 })
})
