import { beforeAll, describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { Address } from '#contract/addresses/addresses.ts'
import { exampleAddress } from '#contract/testing/address-example.ts'
import { payments } from '#server/modules/payments/tables.ts'
import { subscriptions } from '#server/modules/subscriptions/tables.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
beforeAll(() => makeProduct(server.deps, { code: 'premium_1y' }))

/** An address as the API returns it: without its owner. */
const home = {
  ...exampleAddress,
  company_name: null,
  company_id: null,
  company_tax_id: null,
  company_vat_id: null,
}

async function signInSomebody() {
  const { browser, own, ...reader } = await makeSignedIn(server)
  const list = async () =>
    (await browser.get(`${own}/addresses`)).json<{ items: Address[]; invoice_allowed: boolean }>()
  return { id: reader.id, browser, own, addresses: `${own}/addresses`, list }
}

/** A running year paid for in some way; null is a seat that another reader paid for. */
async function subscribe(userId: number, method: (typeof payments.$inferInsert)['method'] | null) {
  const { db, clock } = server.deps
  const now = clock.now()
  const [payment] =
    method === null
      ? []
      : await db
          .insert(payments)
          .values({ userId, productCode: 'premium_1y', method, state: 'paid', amountCents: 8990, at: now })
          .returning()
  await db.insert(subscriptions).values({
    userId,
    productCode: 'premium_1y',
    priceCents: 8990,
    startsAt: now.subtract({ hours: 1 }),
    endsAt: now.add({ hours: 100 }),
    paymentId: payment?.id ?? null,
  })
}

test('R1.12 R3.08 an address is added, shown, changed and removed', async () => {
  const { browser, addresses, list } = await signInSomebody()
  const added = await browser.post(addresses, { json: { ...home, street: '' } })
  expect(added.statusCode).toBe(201)
  const { id } = added.json<Address>()
  expect(added.json()).toEqual({ id, ...home, street: null })

  const invoice = { ...home, type: 'invoice', company_name: 'Pod Lipou, s. r. o.', company_id: '99000407' }
  expect((await browser.put(`${addresses}/${id}`, { json: invoice })).json()).toEqual({ id, ...invoice })
  expect(await list()).toEqual({ items: [{ id, ...invoice }], invoice_allowed: true })

  const removed = await browser.delete(`${addresses}/${id}`)
  expect([removed.statusCode, removed.body]).toEqual([204, ''])
  expect((await list()).items).toEqual([])
  expect((await browser.delete(`${addresses}/${id}`)).statusCode).toBe(404)
})

test('R5.09 R8.10 every fault of an address is told at once, at its field, in the language asked for', async () => {
  const { browser, addresses, list } = await signInSomebody()
  const answer = await browser.post(addresses, {
    json: { ...home, name: '7', zip: '12', country: 'SK', company_id: '1', company_name: 'A' },
    headers: { 'accept-language': 'en' },
  })
  expect(answer.statusCode).toBe(422)
  expect(answer.json<{ errors: { key: string; field: string }[] }>().errors).toEqual([
    { key: 'first_name_invalid', field: 'name', message: 'Enter a valid first name' },
    { key: 'zip_invalid', field: 'zip', message: expect.any(String) },
    { key: 'company_id_invalid', field: 'company_id', message: expect.any(String) },
  ])
  expect((await list()).items).toEqual([])
})

test('R6.01 another reader sees, changes and removes nothing', async () => {
  const owner = await signInSomebody()
  const { id } = (await owner.browser.post(owner.addresses, { json: home })).json<Address>()
  const other = await signInSomebody()

  for (const url of [`${owner.addresses}/${id}`, `${other.addresses}/${id}`]) {
    const refusal = url.startsWith(other.own) ? 404 : 403
    expect((await other.browser.put(url, { json: { ...home, city: 'Nitra' } })).statusCode).toBe(refusal)
    expect((await other.browser.delete(url)).statusCode).toBe(refusal)
  }
  expect((await other.browser.get(owner.addresses)).statusCode).toBe(403)
  expect((await owner.list()).items).toEqual([{ id, ...home }])
})

test.each(['0', 'x', '1.5', '-1', '99999999999999999999', '%00', '1 or 1=1'])(
  'an address of the id %j is not found',
  async id => {
    const { browser, addresses } = await signInSomebody()
    const answer = await browser.put(`${addresses}/${encodeURIComponent(id)}`, { json: home })
    expect(answer.statusCode).toBe(404)
  },
)

test('an address takes no fields of its own choosing', async () => {
  const { browser, addresses, list } = await signInSomebody()
  for (const extra of [{ id: 1 }, { user_id: 1 }, { confirmed: true }, { roles: ['admin'] }]) {
    const answer = await browser.post(addresses, { json: { ...home, ...extra } })
    expect(answer.statusCode).toBe(400)
  }
  expect((await list()).items).toEqual([])
})

describe('R5.09 R8.10 an invoice address', () => {
  test.each([
    ['card', true],
    ['bank_transfer', true],
    ['sms', false],
    ['google', false],
    ['none', false],
    [null, false],
  ] as const)('of a reader whose year was paid by %s is allowed: %s', async (method, allowed) => {
    const { id, browser, addresses, list } = await signInSomebody()
    await subscribe(id, method)
    const answer = await browser.post(addresses, { json: { ...home, type: 'invoice' } })
    expect(answer.statusCode).toBe(allowed ? 201 : 422)
    if (!allowed) {
      expect(answer.json()).toMatchObject({
        errors: [{ key: 'address_type_invoice_not_allowed', field: 'type' }],
      })
    }
    expect((await list()).invoice_allowed).toBe(allowed)
    expect((await browser.post(addresses, { json: home })).statusCode).toBe(201)
  })

  test('does not come about by changing one for delivery', async () => {
    const { id, browser, addresses, list } = await signInSomebody()
    await subscribe(id, null)
    const added = (await browser.post(addresses, { json: home })).json<Address>()
    const answer = await browser.put(`${addresses}/${added.id}`, { json: { ...home, type: 'invoice' } })
    expect(answer.json()).toMatchObject({ errors: [{ key: 'address_type_invoice_not_allowed' }] })
    expect((await list()).items[0]?.type).toBe('print')
  })
})

test('race: of thirty addresses added at once twenty are kept (the limit), and the reader is told why', async () => {
  const { browser, addresses, list } = await signInSomebody()
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, number) =>
      browser.post(addresses, { json: { ...home, number: String(number) } }),
    ),
  )
  expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(20)
  const refused = answers.find(answer => answer.statusCode === 422)
  expect(refused?.json()).toMatchObject({
    errors: [{ key: 'address_limit_reached', message: expect.stringContaining('20\u00a0adries') }],
  })
  expect((await list()).items).toHaveLength(20)
})

test('what a reader did with addresses is in the own log, without the address', async () => {
  const { browser, own, addresses } = await signInSomebody()
  const { id } = (await browser.post(addresses, { json: home })).json<Address>()
  await browser.put(`${addresses}/${id}`, { json: { ...home, type: 'invoice' } })
  await browser.put(`${addresses}/${id + 1}`, { json: home })
  await browser.delete(`${addresses}/${id}`)
  const answer = await browser.get(`${own}/activity`)
  const items = answer.json<{ items: Activity[] }>().items.filter(item => item.kind.startsWith('address'))
  expect(items.map(item => [item.kind, item.details])).toEqual([
    ['address_removed', { type: 'invoice' }],
    ['address_changed', { type: 'invoice' }],
    ['address_added', { type: 'print' }],
  ])
  expect(answer.body).not.toContain('Komárno')
})
