import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(openCompanySales)

type Boss = Awaited<ReturnType<typeof server.administer>>
const read = async (boss: Boss, url: string) => {
  await boss.browser.signIn(boss.email)
  return boss.browser.get(new URL(url, 'http://localhost').pathname)
}
const list = async (boss: Boss) =>
  (await read(boss, `${boss.own}/companies/${boss.subscriptionId}/invoices`)).json<
    EndpointOutput<typeof listCompanyInvoices>
  >()

test('R12.04 an administrator downloads an e-invoice, and a year in one archive', async () => {
  const boss = await server.administer()
  const [paid] = await boss.payments()
  await makeRefund(server.money, paid?.id ?? 0, { amountCents: 5000, access: 'keep' })
  const { items, years } = await list(boss)
  expect(items.map(each => each.kind)).toEqual(['credit_note', 'invoice'])
  expect(years.map(({ year }) => year)).toEqual([2027])
  const xml = await read(boss, items[1]?.xml_url ?? '')
  expect(xml.headers).toMatchObject({
    'content-type': expect.stringMatching(/^application\/xml/),
    'content-disposition': `attachment; filename="${items[1]?.number}.xml"`,
    'cache-control': 'no-store',
  })
  expect(xml.body).toContain('<cbc:RegistrationName>Pod Lipou, s. r. o.</cbc:RegistrationName>')
  const zip = await read(boss, years[0]?.url ?? '')
  expect([zip.statusCode, zip.headers['content-type']]).toEqual([200, 'application/zip'])
  const text = zip.rawPayload.toString('latin1')
  for (const { number } of items) {
    for (const kind of ['pdf', 'xml']) expect(text).toContain(`${number}.${kind}`)
  }
  expect(text).toContain('<CreditNote ')
})

test('R6.02 R12.04 another’s documents are refused, and archives are limited', async () => {
  const [boss, other] = [await server.administer(), await server.administer()]
  const { items, years } = await list(boss)
  const urls = [items[0]?.xml_url ?? '', years[0]?.url ?? '']
  for (const url of urls) {
    const foreign = url.replace(`/users/${boss.id}/`, `/users/${other.id}/`)
    expect((await read(other, foreign)).statusCode).toBe(403)
  }
  const answers = []
  for (let count = 0; count < 6; count += 1) answers.push((await read(boss, urls[1] ?? '')).statusCode)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

test('R17.03 R12.04 who leaves while an archive is made leaves nothing behind', async () => {
  const boss = await server.administer()
  const { years } = await list(boss)
  const cookie = [...boss.browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ')
  const origin = server.app.listeningOrigin
  for (const afterMs of [0, 3, 30]) {
    const left = new AbortController()
    const path = new URL(years[0]?.url ?? '', origin).pathname
    const { status } = await fetch(origin + path, { headers: { cookie }, signal: left.signal })
    expect(status).toBe(200)
    await pause(afterMs)
    left.abort()
  }
  // Answered in its turn, and Vitest fails at a rejection that nobody handled.
  expect((await boss.browser.get(new URL(years[0]?.url ?? '', origin).pathname)).statusCode).toBe(200)
})
