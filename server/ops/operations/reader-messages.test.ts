import { beforeAll, expect, test } from 'vitest'
import { buy } from '#server/testing/journeys/place-order.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { createMoneyApp, eventually } from '#server/testing/setup/money-app.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'

const server = openForFile(createMoneyApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['readers:read', 'readers:write'])
})

type Items = { items: Record<string, unknown>[] }
const list = async (name: string, input: object) =>
  (await support.call(`readers ${name}`, { ...input })).json<Items>().items

/** A reader who has paid by card. */
async function bought() {
  const reader = await server.signIn()
  await buy(server, reader)
  return reader
}

test('payments are listed with their documents, one of which is mailed again, not twice at once', async () => {
  const reader = await bought()
  const other = await bought()
  const [payment] = await list('payments', { id: reader.id })
  expect(payment).toMatchObject({
    product: 'premium_1y',
    state: 'paid',
    amount_cents: 8990,
    paid_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    documents: [expect.stringMatching(/^P-\d{4}-\d{6}$/)],
  })
  expect(await list('payments', { id: reader.id, before: payment?.['id'] })).toEqual([])
  const [number] = Array.isArray(payment?.['documents']) ? payment['documents'] : []
  const send = (id: number) => support.call('readers resend-document', { id, number })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(reader.id)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect(answers.find(({ statusCode }) => statusCode !== 200)?.body).toContain('less than 10 minutes ago')
  await eventually(async () =>
    (await list('messages', { id: reader.id })).filter(each => each['kind'] === 'document_sent'),
  ).toMatchObject([{ channel: 'mail', state: 'delivered' }])
  const mail = await server.mailbox.waitFor(reader.email, ({ subject }) => subject.includes(`${number}`))
  expect(mail.files?.map(({ filename }) => filename)).toEqual([`${number}.pdf`])
  expect((await send(other.id)).statusCode).toBe(404)
  server.clock.advance('PT11M')
  expect((await send(reader.id)).statusCode).toBe(200)
})

test('text messages are listed beside mails with their fate, never what they said', async () => {
  const reader = await server.signIn()
  await reader.browser.patch(reader.own, { json: { phone_to_change: '0905123456' } })
  const text = await server.phone.waitFor('+421905123456')
  await eventually(() => list('messages', { id: reader.id })).toMatchObject([
    { channel: 'sms', kind: 'control_code', state: 'delivered', failure: null },
  ])
  expect(JSON.stringify(await list('messages', { id: reader.id }))).not.toContain(text.text.slice(0, 4))
})
