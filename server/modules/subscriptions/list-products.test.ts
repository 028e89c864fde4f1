import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/orders/products.ts'
import { demoValues } from '#server/config/demo-values.ts'
import { loadFolder } from '#server/ops/load/load-folder.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { requireShopPlans } from './require-shop-plans.ts'

const server = openForFile(createTestApp)

beforeAll(async () => {
  await loadFolder(server.deps, join(projectRoot, 'demo'))
})

async function listProducts(language = 'sk') {
  const browser = openBrowser(server.app)
  const answer = await browser.get('/rest/api/prv/v1/products', { headers: { 'accept-language': language } })
  expect(answer.statusCode).toBe(200)
  return answer.json<{ items: Product[] }>().items
}

test('the products on sale are public, in the reader’s language, without discontinued ones', async () => {
  const slovak = await listProducts()
  expect(slovak.find(each => each.code === 'premium_plus_1y')).toMatchObject({
    name: 'Prémium bez reklamy',
    price: { amount: 11_990, currency: 'EUR' },
    length: 'P1Y',
    device_limit: 6,
    renews: true,
  })
  expect((await listProducts('en')).find(each => each.code === 'premium_plus_1y')?.name).toBe(
    'Premium without ads',
  )
  expect(slovak.map(each => each.code)).not.toContain('article_4w')
})

test('the plans that the demo’s shop compares contain one another', () =>
  requireShopPlans(server.deps.db, demoValues.shopPlans.split(',')))

test('R9.04 subscriptions are for a year, the one without ads also for four weeks', async () => {
  const items = await listProducts()
  expect(new Set(items.map(each => each.length))).toEqual(new Set(['P1Y', 'P4W']))
  expect(items.filter(each => each.length === 'P4W').map(each => each.group)).toEqual(['advert'])
})

test('R1.22 nothing of the group standard is sold to companies', async () => {
  const items = await listProducts()
  expect(items.filter(each => each.audience === 'company' && each.group === 'standard')).toEqual([])
})

test('VAT is told by rate: the printed daily has its own, and the parts add up to the price', async () => {
  server.clock.set('2026-03-01T10:00:00Z')
  const items = await listProducts()
  const printed = items.find(each => each.code === 'premium_print_1y')
  expect(printed?.vat).toMatchObject([
    { rate_percent: 23, gross: { amount: 8990 }, net: { amount: 7309 }, vat: { amount: 1681 } },
    { rate_percent: 5, gross: { amount: 15_910 }, net: { amount: 15_152 }, vat: { amount: 758 } },
  ])
  for (const { price, vat } of items) {
    expect(vat.reduce((sum, line) => sum + line.net.amount + line.vat.amount, 0)).toBe(price.amount)
  }
})
