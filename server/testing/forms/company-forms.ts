import { addAccesses, listAccesses } from '#contract/companies/companies.ts'
import {
  addDocumentRecipient,
  changeBuyerReference,
  switchDocuments,
} from '#contract/companies/company-documents.ts'
import type { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { createOrder, type Order } from '#contract/orders/orders.ts'
import { findOrder } from '#server/modules/orders/store.ts'
import { type Added, administer } from '../make/company-people.ts'
import { companyAddress } from '../make/company-sales.ts'
import { makeProduct } from '../make/purchase.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { type Form, outcomeOf, trimmedOrNull } from './form.ts'

/** Text inputs of inviting to accesses, and of a company's documents. */
export async function companyForms(server: MoneyApp): Promise<Form[]> {
  const { add, browser, path } = await administer(server)
  const documents = path.replace(/accesses$/, '')
  const buyer = await server.signIn()
  await makeProduct(server.deps, { code: 'company_1', audience: 'company', renewsInto: null })
  return [
    {
      endpoint: addDocumentRecipient,
      fields: { email: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await browser.post(`${documents}document-recipients`, { json })),
    },
    {
      endpoint: changeBuyerReference,
      fields: { buyer_reference: trimmedOrNull },
      send: async json =>
        outcomeOf(await browser.put(`${documents}buyer-reference`, { json }), async () => {
          const { buyer_reference } = (await browser.get(`${documents}invoices`)).json<
            EndpointOutput<typeof listCompanyInvoices>
          >()
          return { buyer_reference }
        }),
    },
    {
      endpoint: createOrder,
      fields: { buyer_reference: trimmedOrNull },
      atOnce: 8,
      send: async texts => {
        const wanted = { product: 'company_1', method: 'bank_transfer', address: companyAddress, ...texts }
        const answer = await buyer.order(wanted, crypto.randomUUID())
        return outcomeOf(answer, async () => {
          const row = await findOrder(server.deps.db, buyer.id, answer.json<Order>().id)
          return { buyer_reference: row?.order.buyerReference }
        })
      },
    },
    {
      endpoint: switchDocuments,
      fields: { ':token': 'refused' },
      atOnce: 8,
      send: async ({ ':token': token = '' }) => {
        const url = switchDocuments.path.replace(':token', () => encodeURIComponent(token.toWellFormed()))
        return outcomeOf(await browser.post(url, { json: { stopped: true } }))
      },
    },
    {
      endpoint: listAccesses,
      fields: { '?q': 'used' },
      atOnce: 8,
      send: async ({ '?q': q = '' }) =>
        outcomeOf(await browser.get(`${path}?q=${encodeURIComponent(q.toWellFormed())}`)),
    },
    {
      endpoint: addAccesses,
      fields: { email: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await add(json)),
    },
    {
      endpoint: addAccesses,
      fields: { 'emails[]': 'refused' },
      atOnce: 8,
      send: async ({ 'emails[]': email = '' }) => {
        const answer = await add({ emails: [email] })
        // Each address has its own result beside the input; a blank line has none.
        const { results = [] } = answer.json<Partial<Added>>()
        const error = email.trim() === '' && results.length === 0 ? blankLine : results[0]?.error
        if (!error) return outcomeOf(answer)
        return { refused: [{ ...error, field: 'emails[]' }], status: 422, body: error.message }
      },
    },
  ]
}

const blankLine = { key: 'required', message: 'A blank line is left out' }
