import { eq } from 'drizzle-orm'
import { type Address, addAddress, changeAddress } from '#contract/addresses/addresses.ts'
import { createOrder, type Order } from '#contract/orders/orders.ts'
import { addresses } from '#server/modules/addresses/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { type Form, outcomeOf, type Typed, trimmed, trimmedOrNull } from './form.ts'

const right = {
  type: 'invoice',
  name: 'Jana',
  surname: 'Kováčová',
  street: 'Lipová',
  number: '14',
  city: 'Trnava',
  zip: '1010',
  // A country whose rules let the most through.
  country: 'AT',
  company_name: 'Pod Lipou',
  company_id: 'FN 12345 a',
  company_tax_id: '12 345/6789',
  company_vat_id: 'ATU12345678',
}
/** Numbers of companies are kept without any white space. */
const number: Typed = { keeps: text => text.replaceAll(/\s/g, '').toUpperCase() || null }
const fields: Record<string, Typed> = {
  name: trimmed,
  surname: trimmed,
  street: trimmedOrNull,
  number: trimmed,
  city: trimmed,
  zip: trimmedOrNull,
  country: 'refused',
  company_name: trimmedOrNull,
  company_id: number,
  company_tax_id: number,
  company_vat_id: number,
}

/** An address that is added, one that is changed, and one that goes with an order. */
export async function addressForms(server: MoneyApp): Promise<Form[]> {
  const { id: userId, browser, own, order } = await server.signIn()
  Object.assign(server.deps.settings, { sellsAbroad: true })
  const path = `${own}/addresses`
  const other = (await browser.post(path, { json: right })).json<Address>()
  return [
    {
      endpoint: addAddress,
      fields,
      send: async texts => {
        const answer = await browser.post(path, { json: { ...right, ...texts } })
        return outcomeOf(answer, async () => {
          const { id } = answer.json<Address>()
          const kept = await readAddress(id)
          // There is room for so many only.
          await browser.delete(`${path}/${id}`)
          return kept
        })
      },
    },
    {
      endpoint: changeAddress,
      fields,
      send: async texts =>
        outcomeOf(await browser.put(`${path}/${other.id}`, { json: { ...right, ...texts } }), () =>
          readAddress(other.id),
        ),
    },
    {
      endpoint: createOrder,
      fields: Object.fromEntries(Object.entries(fields).map(([field, typed]) => [inOrder(field), typed])),
      atOnce: 8,
      send: async texts => {
        const given = Object.entries(texts).map(([field, text]) => [field.replace('address.', ''), text])
        const address = { ...right, ...Object.fromEntries(given) }
        const answer = await order({ product: 'premium_1y', method: 'bank_transfer', address })
        return outcomeOf(answer, async () => {
          const { id } = answer.json<Order>()
          // There is room for so many only.
          await server.deps.db.delete(addresses).where(eq(addresses.userId, userId))
          const [row] = await server.deps.db.select().from(orders).where(eq(orders.id, id))
          return Object.fromEntries(
            Object.entries(row?.address ?? {}).map(([field, text]) => [inOrder(field), text]),
          )
        })
      },
    },
  ]

  async function readAddress(id: number): Promise<Record<string, unknown>> {
    const { items } = (await browser.get(path)).json<{ items: Address[] }>()
    return { ...items.find(item => item.id === id) }
  }
}

const inOrder = (field: string) => `address.${field}`
