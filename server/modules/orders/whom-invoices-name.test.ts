import { beforeAll, describe, expect, test } from 'vitest'
import { placeOrder, refusalOf } from '#server/testing/journeys/place-order.ts'
import { companyAddress, openCompanySales } from '#server/testing/make/company-sales.ts'
import { readBuyers } from '#server/testing/make/documents.ts'
import { makeProduct } from '#server/testing/make/purchase.ts'
import type { MoneyReader } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)
beforeAll(async () => {
  await makeProduct(server.deps, {
    code: 'standard_advert_1y',
    group: 'standard_advert',
    nameSk: 'Štandard bez reklamy',
  })
  await makeProduct(server.deps, { code: 'gift_standard_1y', group: 'standard', audience: 'gift' })
})

const { company_name: _, company_id: __, ...privately } = { ...companyAddress, street: 'Záhradná' }
const standardByTransfer = { product: 'standard_1y', method: 'bank_transfer' }
const gift = { email: 'obdarovany@example.sk', date: '2027-03-02' }

const saveAddress = async (reader: MoneyReader, json: object) => {
  await reader.browser.signIn(reader.email)
  const answer = await reader.browser.post(`${reader.own}/addresses`, { json })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ id: number }>().id
}
const buyersOf = ({ id }: MoneyReader) => readBuyers(server.deps, id)

describe('R1.22 Standard is not sold to a company', () => {
  test.each([
    { product: 'standard_1y' },
    { product: 'standard_advert_1y' },
    { product: 'gift_standard_1y', gift },
  ])('whose address is in the order or among the addresses: $product', async asked => {
    const refusal = { status: 422, key: 'company_standard_not_sold', field: 'product' }
    const order = { method: 'bank_transfer', ...asked }
    const reader = await server.signIn()
    for (const type of ['invoice', 'print']) {
      const address = { ...companyAddress, type }
      expect(await refusalOf(reader, { ...order, address })).toMatchObject(refusal)
    }
    await saveAddress(reader, companyAddress)
    expect(await refusalOf(reader, order)).toMatchObject(refusal)
    expect(await refusalOf(reader, { ...order, address: { ...privately, type: 'print' } })).toMatchObject(
      refusal,
    )
    expect(await reader.payments()).toEqual([])
    await saveAddress(reader, privately)
    await placeOrder(reader, order)
  })

  test('whose address comes while a transfer waits: the document is the reader’s own', async () => {
    const [known, unknown] = [await server.signIn(), await server.signIn()]
    for (const reader of [known, unknown]) {
      const { transfer, id } = await placeOrder(reader, {
        ...standardByTransfer,
        ...(reader === known ? { address: privately } : {}),
      })
      await saveAddress(reader, companyAddress)
      await server.arrive({ transfer })
      expect((await reader.readOrder(id)).state).toBe('paid')
    }
    expect(await buyersOf(known)).toEqual([
      { kind: 'invoice', companyId: null, text: expect.stringMatching(/^Katarína Šimková, Záhradná/) },
    ])
    expect(await buyersOf(unknown)).toMatchObject([{ kind: 'receipt', companyId: null }])
  })

  test('whose address comes while it renews', async () => {
    const reader = await server.subscribe({ product: 'standard_1y' })
    await saveAddress(reader, companyAddress)
    server.clock.set(reader.endsAt.subtract({ hours: 48 }).toString())
    await server.chargeDue()
    expect(await reader.periods()).toHaveLength(2)
    expect(await buyersOf(reader)).toMatchObject([{ kind: 'receipt', companyId: null }])
  })
})

describe('R1.17 the invoice for a company’s subscription', () => {
  const more = async (boss: Awaited<ReturnType<typeof server.administer>>) => {
    const offer = (await boss.offers()).more.find(each => each.product.code === 'company_1')
    const shared = { subscription_id: boss.subscriptionId, act: 'add_seats', price: offer?.price }
    return { product: 'company_1', shared }
  }

  test('names the company, though its administrator has a private address and another company’s', async () => {
    const boss = await server.administer()
    await saveAddress(boss, privately)
    await server.buy(boss, await more(boss))
    const other = { ...companyAddress, company_name: 'Iná, s. r. o.', company_id: '99000415' }
    await server.buy(boss, { product: 'company_5', address: other })
    await server.buy(boss, await more(boss))
    expect((await buyersOf(boss)).map(each => each.companyId)).toEqual([
      '99000407',
      '99000407',
      '99000415',
      '99000407',
    ])
  })

  test('names it as it was ordered, though the address was removed or corrected before the transfer came', async () => {
    const [removing, correcting] = [await server.signIn(), await server.signIn()]
    for (const reader of [removing, correcting]) {
      const ordered = { product: 'company_5', method: 'bank_transfer', address: companyAddress }
      const { transfer } = await placeOrder(reader, ordered)
      const [kept] = (await reader.browser.get(`${reader.own}/addresses`)).json<{ items: { id: number }[] }>()
        .items
      const path = `${reader.own}/addresses/${kept?.id}`
      await (reader === removing
        ? reader.browser.delete(path)
        : reader.browser.put(path, { json: { ...companyAddress, street: 'Nová' } }))
      await server.arrive({ transfer })
    }
    expect(await buyersOf(removing)).toMatchObject([
      { companyId: '99000407', text: expect.stringContaining('Lipová 14') },
    ])
    expect(await buyersOf(correcting)).toMatchObject([
      { companyId: '99000407', text: expect.stringContaining('Nová 14') },
    ])
  })

  test('can’t be ordered without the company’s data', async () => {
    const boss = await server.administer()
    expect((await boss.offers()).invoice_to).toEqual({
      company_name: 'Pod Lipou, s. r. o.',
      company_id: '99000407',
    })
    await boss.browser.signIn(boss.email)
    const { items } = (await boss.browser.get(`${boss.own}/addresses`)).json<{ items: { id: number }[] }>()
    for (const { id } of items) await boss.browser.delete(`${boss.own}/addresses/${id}`)
    expect((await boss.offers()).invoice_to).toBeNull()
    const order = { ...(await more(boss)), method: 'card' }
    expect(await refusalOf(boss, order)).toEqual({
      status: 422,
      key: 'required',
      field: 'address.company_name',
    })
    await placeOrder(boss, { ...order, address: companyAddress })
  })

  test('is not made out to an address for delivery, of what is not delivered: it is refused at its field', async () => {
    const reader = await server.signIn()
    const address = { ...companyAddress, type: 'print' }
    for (const product of ['company_5', 'premium_1y']) {
      expect(await refusalOf(reader, { product, method: 'bank_transfer', address })).toEqual({
        status: 400,
        key: 'invalid_input',
        field: 'address.type',
      })
    }
    expect(await reader.payments()).toEqual([])
    expect((await reader.browser.get(`${reader.own}/addresses`)).json()).toMatchObject({ items: [] })
  })

  test('alone bears a number of its order: for what is no company’s it is refused at its field', async () => {
    const reader = await server.signIn()
    const order = { product: 'premium_1y', method: 'bank_transfer', address: companyAddress }
    expect(await refusalOf(reader, { ...order, buyer_reference: 'PO-1' })).toEqual({
      status: 400,
      key: 'invalid_input',
      field: 'buyer_reference',
    })
    expect(await reader.payments()).toEqual([])
    await placeOrder(reader, { ...order, buyer_reference: ' ' })
  })
})
