import { expect } from 'vitest'
import type { Access, AddedAccess, listAccesses, SharedSubscription } from '#contract/companies/companies.ts'
import type { SeatOffer } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import type { Order } from '#contract/orders/orders.ts'
import { payTransfer } from '../journeys/place-order.ts'
import { createMoneyApp, type MoneyReader } from '../setup/money-app.ts'
import { codeOf, somebody } from './company-people.ts'
import { makeProduct } from './purchase.ts'

/** Access flags of the packages sold here. */
export const packageAccess = ['web', 'mobile', 'device6']

/** A company's address for invoices. */
export const companyAddress = {
  type: 'invoice',
  name: 'Katarína',
  surname: 'Šimková',
  street: 'Lipová',
  number: '14',
  city: 'Trnava',
  zip: '917 01',
  country: 'SK',
  company_name: 'Pod Lipou, s. r. o.',
  company_id: '99000407',
}

type Offers = { more: SeatOffer[]; renewal: SeatOffer[]; renewal_from: string; invoice_to: object | null }

export type Administrator = Awaited<ReturnType<Awaited<ReturnType<typeof openCompanySales>>['administer']>>

/** A server on 1 March 2027 that sells packages of 1, 5 and 10 accesses to companies. */
export async function openCompanySales() {
  const server = await createMoneyApp()
  server.clock.set('2027-03-01T09:00:00Z')
  const company = { audience: 'company', access: packageAccess, renewsInto: null } as const
  await makeProduct(server.deps, { ...company, code: 'company_1', priceCents: 9900, seats: 1 })
  await makeProduct(server.deps, { ...company, code: 'company_5', priceCents: 44_500, seats: 5 })
  await makeProduct(server.deps, { ...company, code: 'company_10', priceCents: 79_000, seats: 10 })

  const arrive = (order: Pick<Order, 'transfer'>) => payTransfer(server, order)

  /** Orders by transfer and has the money arrive. */
  async function buy(reader: MoneyReader, json: object): Promise<Order> {
    const created = await reader.order({ method: 'bank_transfer', ...json }, crypto.randomUUID())
    expect(created.json()).toMatchObject({ state: 'waiting' })
    const order = created.json<Order>()
    await arrive(order)
    return reader.readOrder(order.id)
  }

  /** Buys a package, and is its administrator then. */
  async function administer(product = 'company_5') {
    const reader = await server.signIn()
    const { subscription_id: id } = await buy(reader, { product, address: companyAddress })
    const path = `${reader.own}/companies/${id}`
    const signedIn = async () => {
      await reader.browser.signIn(reader.email)
      return reader.browser
    }
    const get = async <T>(what: string) => (await (await signedIn()).get(`${path}/${what}`)).json<T>()
    return {
      ...reader,
      subscriptionId: id ?? 0,
      shared: async () => {
        const answer = await (await signedIn()).get(`${reader.own}/companies`)
        return answer.json<{ items: SharedSubscription[] }>().items
      },
      accesses: () => get<EndpointOutput<typeof listAccesses>>('accesses'),
      offers: () => get<Offers>('offers'),
      /** Orders further seats or a renewal that is offered, by transfer, and has the money arrive. */
      extend: async (code: string, act: 'renew' | 'add_seats') => {
        const { renewal, more } = await get<Offers>('offers')
        const offer = (act === 'renew' ? renewal : more).find(({ product }) => product.code === code)
        if (!offer) throw new Error('It is not offered')
        return buy(reader, { product: code, shared: { subscription_id: id, act, price: offer.price } })
      },
      invoices: async () => (await get<{ items: Invoice[] }>('invoices')).items,
      invite: async (email = somebody()) => {
        const answer = await (await signedIn()).post(`${path}/accesses`, { json: { email } })
        expect(answer.statusCode).toBe(201)
        return answer.json<{ results: AddedAccess[] }>().results[0]?.access
      },
    }
  }

  /** A new reader takes an access by its link. */
  const take = async (given: Access | null | undefined) => {
    const reader = await server.signIn()
    const answer = await reader.browser.post(`${reader.own}/family-requests/${codeOf(given)}/activation`)
    expect(answer.statusCode).toBe(201)
    return reader
  }

  return { ...server, arrive, buy, administer, take }
}
