import { and, eq, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DocumentRecipient } from '#contract/companies/company-documents.ts'
import type { listCompanyInvoices } from '#contract/companies/seats-and-documents.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { requestRefund } from '#server/modules/payments/index.ts'
import { emailChanges, newEmail } from '#server/testing/journeys/email-change.ts'
import { keyOf, somebody } from '#server/testing/make/company-people.ts'
import { type Administrator, companyAddress, openCompanySales } from '#server/testing/make/company-sales.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { makeSharedSubscription } from '#server/testing/make/shared-subscription.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(openCompanySales)

/** What an administrator does with the company's documents. */
function documentsOf({ browser, own, subscriptionId }: Administrator) {
  const path = `${own}/companies/${subscriptionId}`
  const post = (email: string) => browser.post(`${path}/document-recipients`, { json: { email } })
  return {
    list: async () =>
      (await browser.get(`${path}/invoices`)).json<EndpointOutput<typeof listCompanyInvoices>>(),
    post,
    add: async (email = somebody()) => {
      const answer = await post(email)
      expect(answer.statusCode).toBe(201)
      return answer.json<DocumentRecipient>()
    },
    remove: async (id: number) => (await browser.delete(`${path}/document-recipients/${id}`)).statusCode,
    refer: (text: string) => browser.put(`${path}/buyer-reference`, { json: { buyer_reference: text } }),
  }
}

/** The mails with a document, or about one, that came to an address. */
const mailsTo = (email: string) => server.mailbox.mails.filter(({ to }) => to === email)
const linkTo = async (email: string) => {
  const { text } = await server.mailbox.waitFor(email)
  return /\/unsubscribe\/(documents-\S+)/.exec(text)?.[1] ?? ''
}
const stopping = (token: string) => {
  const path = `/rest/api/prv/v1/documents-links/${token}`
  const visitor = openBrowser(server.app)
  return {
    read: async () => (await visitor.get(path)).json<{ company: string; stopped: boolean }>(),
    status: async () => (await visitor.get(path)).statusCode,
    press: (stopped: boolean) => visitor.post(path, { json: { stopped } }),
  }
}
const order = { product: 'company_1', address: companyAddress }

test('R12.04 an address is told, gets each new document as PDF and XML, once, and no other company’s', async () => {
  const boss = await server.administer()
  const other = documentsOf(await server.administer())
  const documents = documentsOf(boss)
  const [accountant, second, stranger] = [somebody(), somebody(), somebody()]
  await documents.add(accountant.toUpperCase())
  await documents.add(second)
  await other.add(stranger)
  await server.mailbox.waitFor(stranger)
  expect((await server.mailbox.waitFor(accountant)).subject).toBe(
    'Doklady firmy Pod Lipou, s.\u00a0r.\u00a0o. budú chodiť na túto adresu',
  )
  const [paid] = await boss.payments()
  await makeRefund(server.money, paid?.id ?? 0, { amountCents: 5000, access: 'keep' })
  await makeRefund(server.money, paid?.id ?? 0, { amountCents: 700, access: 'keep' })
  const { items, recipients } = await documents.list()
  expect(recipients.map(({ email }) => email)).toEqual([accountant, second])
  for (const { number } of items.filter(each => each.kind === 'credit_note')) {
    for (const email of [accountant, second]) {
      const mail = await server.mailbox.waitFor(email, each => each.subject.includes(number))
      expect(mail.subject).toBe(`Dobropis ${number}: Pod Lipou, s.\u00a0r.\u00a0o.`)
      expect(mail.files?.map(each => [each.filename, each.contentType])).toEqual([
        [`${number}.pdf`, 'application/pdf'],
        [`${number}.xml`, 'application/xml'],
      ])
    }
  }
  expect(mailsTo(accountant)).toHaveLength(3)
  expect(mailsTo(stranger)).toHaveLength(1)
})

test('R12.04 seats that are added and years that follow are the same company’s documents', async () => {
  const boss = await server.administer()
  const accountant = somebody()
  await documentsOf(boss).add(accountant)
  await server.mailbox.waitFor(accountant)
  await boss.extend('company_1', 'add_seats')
  server.clock.advance(`PT${24 * 320}H`)
  await boss.extend('company_10', 'renew')
  const [, ...numbers] = (await boss.invoices()).map(({ number }) => number).toReversed()
  expect(numbers).toHaveLength(2)
  for (const number of numbers) {
    await server.mailbox.waitFor(accountant, each => each.subject.includes(number))
  }
  expect(mailsTo(accountant)).toHaveLength(3)
})

test('R12.04 the owner of an address stops it by the link, and nobody but the owner starts it again', async () => {
  const boss = await server.administer()
  const documents = documentsOf(boss)
  const { id, email } = await documents.add()
  const link = stopping(await linkTo(email))
  expect(await link.read()).toEqual({ company: 'Pod Lipou, s. r. o.', email, stopped: false })
  expect((await documents.list()).recipients).toMatchObject([{ stopped_at: null }])
  await Promise.all(Array.from({ length: 20 }, () => link.press(true)))
  expect(await link.read()).toMatchObject({ stopped: true })
  expect((await documents.list()).recipients).toMatchObject([{ email, stopped_at: expect.any(String) }])
  const again = await documents.post(email)
  expect([again.statusCode, keyOf(again)]).toEqual([422, 'document_recipient_stopped'])
  expect(await documents.remove(id)).toBe(403)
  const [paid] = await boss.payments()
  await makeRefund(server.money, paid?.id ?? 0, { amountCents: 100, access: 'keep' })
  expect((await link.press(false)).json()).toMatchObject({ stopped: false })
  await makeRefund(server.money, paid?.id ?? 0, { amountCents: 200, access: 'keep' })
  const [last] = (await documents.list()).items
  await server.mailbox.waitFor(email, each => each.subject.includes(last?.number ?? ''))
  expect(mailsTo(email)).toHaveLength(2)
})

test.each([
  ['its owner stops it', 'stop'],
  ['it is removed', 'remove'],
])(
  'R12.04 race: of a document that is made while %s, nothing waits to be mailed afterwards',
  async (_how, act) => {
    const boss = await server.administer()
    const documents = documentsOf(boss)
    const { id, email } = await documents.add()
    const link = stopping(await linkTo(email))
    const [paid] = await boss.payments()
    const [made, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const making = server.deps.db.transaction(async tx => {
      const refund = { paymentId: paid?.id ?? 0, reason: 'Complaint', requestedBy: 'support', key: email }
      await requestRefund(tx, server.money, { ...refund, amountCents: 100, access: 'keep' })
      made.resolve()
      await held.promise
    })
    await made.promise
    let isOver = false
    const acting = (act === 'stop' ? link.press(true) : documents.remove(id)).finally(() => {
      isOver = true
    })
    const waitsForLock = () =>
      server.deps.db.$count(
        sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    await expect.poll(async () => isOver || (await waitsForLock()) > 0).toBe(true)
    held.resolve()
    await Promise.all([making, acting])
    const waiting = and(
      eq(outboxMessages.topic, `document-recipient:${id}`),
      isNull(outboxMessages.deliveredAt),
    )
    expect(await server.deps.db.$count(outboxMessages, waiting)).toBe(0)
  },
)

test('R12.04 the administrator removes an address; its link then, and any that is not ours, answer not_found', async () => {
  const [boss, other] = [await server.administer(), await server.administer()]
  const documents = documentsOf(boss)
  const { id, email } = await documents.add()
  const token = await linkTo(email)
  expect(await documentsOf(other).remove(id)).toBe(403)
  expect(await documents.remove(id)).toBe(204)
  expect(await documents.remove(id)).toBe(403)
  for (const each of [
    token,
    token.slice(0, -1),
    `${token.slice(0, -1)}!`,
    `documents-1-${'x'.repeat(22)}`,
    'x',
  ]) {
    expect(await stopping(each).status(), each).toBe(404)
  }
  expect((await documents.list()).recipients).toEqual([])
  const activity = (await boss.browser.get(`${boss.own}/activity`)).json<{ items: { kind: string }[] }>()
    .items
  expect(activity.map(({ kind }) => kind).filter(kind => kind.startsWith('document'))).toEqual([
    'document_recipient_removed',
    'document_recipient_added',
  ])
})

test('R12.04 five addresses at most, also when 20 are added at once, and none twice', async () => {
  const documents = documentsOf(await server.administer())
  const answers = await Promise.all(Array.from({ length: 19 }, () => documents.post(somebody())))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
  expect(new Set(answers.filter(each => each.statusCode !== 201).map(keyOf))).toEqual(
    new Set(['document_recipient_limit']),
  )
  const [first] = (await documents.list()).recipients
  expect(keyOf(await documents.post(first?.email ?? ''))).toBe('document_recipient_exists')
  // The reader's twentieth of this day was the last.
  expect((await documents.post(somebody())).statusCode).toBe(429)
})

test('R12.04 who stopped is no sixth: the documents come again once there is a place among the five', async () => {
  const documents = documentsOf(await server.administer())
  const { email } = await documents.add()
  const link = stopping(await linkTo(email))
  await link.press(true)
  const others = await Promise.all(Array.from({ length: 5 }, () => documents.add()))
  const refused = await link.press(false)
  expect([refused.statusCode, keyOf(refused)]).toEqual([422, 'document_recipient_limit'])
  expect(await link.read()).toMatchObject({ stopped: true })
  await documents.remove(others[0]?.id ?? 0)
  expect((await link.press(false)).json()).toMatchObject({ stopped: false })
  expect((await link.press(false)).statusCode).toBe(200)
})

test('R12.04 race: of three who stopped, and press at once 21 times, one has the last place', async () => {
  const documents = documentsOf(await server.administer())
  const stopped = await Promise.all(Array.from({ length: 3 }, () => documents.add()))
  const links = await Promise.all(stopped.map(async ({ email }) => stopping(await linkTo(email))))
  await Promise.all(links.map(link => link.press(true)))
  await Promise.all(Array.from({ length: 4 }, () => documents.add()))
  const presses = Array.from({ length: 7 }, () => links.map(link => link.press(false))).flat()
  const answers = await Promise.all(presses)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(7)
  const { recipients } = await documents.list()
  expect(recipients.filter(each => each.stopped_at === null)).toHaveLength(5)
})

test('R13.03 R12.04 an e-mail that is taken back leaves no address that was named since it was changed', async () => {
  const acts = emailChanges(server)
  const boss = await server.administer()
  const documents = documentsOf(boss)
  const { email: own } = await documents.add()
  server.clock.advance('PT1M')
  const ask = (email: string) => boss.browser.post(`${boss.own}/email-change`, { json: { email } })
  const token = await acts.change({ ...boss, reader: boss, ask }, newEmail())
  const thiefs = await documents.add()
  const link = stopping(await linkTo(thiefs.email))
  expect((await acts.takeBack(token, boss.browser)).statusCode).toBe(204)
  expect((await documents.list()).recipients.map(({ email }) => email)).toEqual([own])
  expect(await link.status()).toBe(404)
  const { items } = (await boss.browser.get(`${boss.own}/activity`)).json<{ items: { kind: string }[] }>()
  expect(items.filter(({ kind }) => kind === 'document_recipient_removed')).toHaveLength(1)
})

test('R12.04 one address is not named again and again, by whichever administrator', async () => {
  const email = somebody()
  const answers = []
  for (let count = 0; count < 6; count += 1) {
    answers.push((await documentsOf(await server.administer()).post(email)).statusCode)
  }
  expect(answers).toEqual([201, 201, 201, 201, 201, 429])
})

test('R12.04 R6.02 of a family, and of another’s company, nothing is mailed', async () => {
  const [boss, other] = [await server.administer(), await server.administer()]
  const foreign = documentsOf({ ...boss, browser: other.browser, own: other.own })
  expect((await foreign.post(somebody())).statusCode).toBe(403)
  expect((await foreign.refer('PO-1')).statusCode).toBe(403)
  const family = await makeSharedSubscription(server.deps, { userId: boss.id, audience: 'family' })
  await boss.browser.signIn(boss.email)
  const { post, refer } = documentsOf({ ...boss, subscriptionId: family.id })
  expect((await post(somebody())).statusCode).toBe(403)
  expect((await refer('PO-1')).statusCode).toBe(403)
})

test('R11.04 R12.01 a document bears the number of its order, else the company’s present one', async () => {
  const reader = await server.signIn()
  const { subscription_id: id } = await server.buy(reader, { ...order, buyer_reference: ' OBJ-1/2027 ' })
  const boss = { ...reader, subscriptionId: id ?? 0 } as Administrator
  const documents = documentsOf(boss)
  const { more } = (await reader.browser.get(`${reader.own}/companies/${id}/offers`)).json<{
    more: { price: object }[]
  }>()
  const shared = { subscription_id: id, act: 'add_seats', price: more[0]?.price }
  const enlarge = (rest = {}) => server.buy(reader, { product: 'company_1', shared, ...rest })
  await enlarge()
  expect((await documents.refer('PO-2028')).statusCode).toBe(204)
  await enlarge()
  await enlarge({ buyer_reference: 'PO-2028-B' })
  expect((await documents.refer('')).statusCode).toBe(204)
  await enlarge()
  const { items, buyer_reference: present } = await documents.list()
  expect([present, ...items.map(each => each.buyer_reference)]).toEqual([
    null,
    null,
    'PO-2028-B',
    'PO-2028',
    'OBJ-1/2027',
    'OBJ-1/2027',
  ])
  const xml = await reader.browser.get(new URL(items[1]?.xml_url ?? '').pathname)
  expect(xml.body).toMatch(/<cbc:BuyerReference>PO-2028-B<[^]*<cac:OrderReference>\s*<cbc:ID>PO-2028-B</)
  const long = await documents.refer('x'.repeat(51))
  expect([long.statusCode, keyOf(long)]).toEqual([422, 'max_length'])
})
