import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { addresses } from '#server/modules/addresses/tables.ts'
import { sharedSubscriptions } from '#server/modules/companies/tables.ts'
import { documents } from '#server/modules/invoices/tables.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeCard, makePayment } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSharedSubscription } from '#server/testing/make/shared-subscription.ts'
import { makeSubscription } from '#server/testing/make/subscription.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['readers:read', 'readers:write'])
})

const exampleAddress = { name: 'Ján', surname: 'Mlynár', number: '1', city: 'Brezno', country: 'SK' }

type Refused = { errors: { key: string; field?: string; message: string }[] }
const newBrowser = () => openBrowser(server.app)
const linesAbout = (readerId: number) =>
  server.deps.db.select().from(auditLog).where(eq(auditLog.readerId, readerId)).orderBy(auditLog.id)

describe('the mails of a reader', () => {
  it('are shown by their kind, time and fate, without what they said, until the reader is erased', async () => {
    const reader = await makeReader(server.deps)
    const mailsOf = async () =>
      (await support.call('readers show', { id: reader.id })).json<{ mails: Record<string, unknown>[] }>()
        .mails
    expect(await mailsOf()).toEqual([])
    await newBrowser().post('/login/forgotten-password', { json: { email: reader.email } })
    await server.mailbox.waitFor(reader.email)
    const delivered = { kind: 'new_password', state: 'delivered', failure: null }
    await expect.poll(mailsOf).toMatchObject([{ ...delivered, settled_at: expect.any(String) }])
    expect(JSON.stringify(await mailsOf())).not.toContain('http')

    await support.call('readers request-deletion', { id: reader.id })
    server.clock.advance('P31D')
    await eraseDueReaders(server.deps)
    // All that is left is that the erasure was told.
    await expect.poll(mailsOf).toMatchObject([{ ...delivered, kind: 'anonymization_done' }])
  })
})

describe('finding a reader', () => {
  const found = async (wanted: object) =>
    (await support.call('readers find', { ...wanted }))
      .json<{ items: { id: number }[] }>()
      .items.map(each => each.id)

  it('finds by the beginning of the address, the number, the nickname, or the symbol of a payment', async () => {
    const reader = await makeReader(server.deps, {
      email: 'jana_nova%1@dennik.example',
      phone: '0901234567',
      name: 'Jana Nová',
      foreignId: 'crm-812',
    })
    await makeReader(server.deps, { email: 'janaxnova@dennik.example' })
    expect(await found({ email: ' JANA_nova' })).toEqual([reader.id])
    expect(await found({ email: 'jana_nova%1@dennik.example', phone: '+421 901 234 567' })).toEqual([
      reader.id,
    ])
    expect(await found({ foreign_id: 'crm-812' })).toEqual([reader.id])
    expect(await found({ email: 'jana_nova', phone: '0909999999' })).toEqual([])
    expect(await found({ nickname: 'nobody' })).toEqual([])
    expect(await found({ variable_symbol: '1' })).toEqual([])
  })

  it('R15.10 finds by any part of the address, those that begin with it first, and of the name, accents or not', async () => {
    const make = async (email: string, name: string) => (await makeReader(server.deps, { email, name })).id
    const inside = await make('a.ziak_1@dennik.example', 'Ľubica Ďuriš-Žiaková')
    const begins = await make('ziak_1.b@dennik.example', 'Jozef Žiak')
    await make('ziakx1@dennik.example', 'Ján Krátky')
    expect(await found({ email: 'ZIAK_1' })).toEqual([begins, inside])
    expect(await found({ name: 'duris-ziak' })).toEqual([inside])
    expect(await found({ name: 'ĽUBICA ĎURIŠ' })).toEqual([inside])
    expect(await found({ name: 'Žiak', email: 'ziak_1.b' })).toEqual([begins])
    expect(await found({ name: 'Ži_k' })).toEqual([])
  })

  it('finds by an internationalised domain as a reader writes it', async () => {
    const { id } = await makeReader(server.deps, { email: 'jana@xn--lt-1ka72c.sk' })
    expect(await found({ email: 'Jana@Žltý.sk' })).toEqual([id])
  })

  it('R15.10 finds by the number of a document, in capitals or not, and shows it', async () => {
    const reader = await makeReader(server.deps)
    const paymentId = await makePayment(server.deps, {
      userId: reader.id,
      productCode: 'standard_1y',
      at: server.clock.now(),
    })
    const issued = { kind: 'invoice', year: 2031, serial: 214, issuedAt: server.clock.now() } as const
    await server.deps.db
      .insert(documents)
      .values({ ...issued, userId: reader.id, paymentId, amountCents: 100, content: {} })
    expect(await found({ document: 'f-2031-000214' })).toEqual([reader.id])
    expect(await found({ document: 'P-2031-000214' })).toEqual([])
    expect((await support.call('readers show', { id: reader.id })).json()).toMatchObject({
      documents: [{ number: 'F-2031-000214', issued_on: expect.any(String) }],
    })
    const refused = await support.call('readers find', { document: '2031/214' })
    expect(refused.json<Refused>().errors).toMatchObject([{ key: 'invalid_input', field: 'document' }])
  })

  it('R15.10 finds by a company: who is billed for it, and who manages its package', async () => {
    const [billed, manager, other] = [
      await makeReader(server.deps, { email: 'a.ucto@pila.example' }),
      await makeReader(server.deps, { email: 'b.sef@pila.example' }),
      await makeReader(server.deps),
    ]
    const company = { companyName: 'Píla Ďumbier, s. r. o.', companyId: '99000555' }
    const address = { ...exampleAddress, type: 'invoice', changedAt: server.clock.now() } as const
    await server.deps.db.insert(addresses).values([
      { ...address, ...company, userId: billed.id },
      { ...address, userId: other.id },
    ])
    const { id: subscriptionId } = await makeSharedSubscription(server.deps, { userId: manager.id })
    await server.deps.db
      .insert(sharedSubscriptions)
      .values({ ...company, subscriptionId, kind: 'company', administratorId: manager.id, seats: 5 })
    for (const wanted of ['99 000 555', 'pila dumb', 'ĎUMBIER']) {
      expect([wanted, await found({ company: wanted })]).toEqual([wanted, [billed.id, manager.id]])
    }
    expect(await found({ company: '99000' })).toEqual([])
    const shown = async (id: number) => (await support.call('readers show', { id })).json()
    expect(await shown(billed.id)).toMatchObject({ addresses: [{ company_id: '99000555' }], packages: [] })
    expect(await shown(manager.id)).toMatchObject({
      addresses: [],
      packages: [{ company: company.companyName, seats: 5, used: 0, state: 'active' }],
    })
  })

  it('refuses to list everybody, and what it does not know, each at its field', async () => {
    const refused = async (wanted: Record<string, unknown>) =>
      (await support.call('readers find', wanted)).json<Refused>().errors
    expect(await refused({})).toMatchObject([
      { key: 'operation_refused', message: expect.stringContaining('at least one') },
    ])
    expect(await refused({ email: 'a', surname: 'x', variable_symbol: 'x' })).toEqual([
      { key: 'invalid_input', field: 'email', message: '"email" must be at least 3 characters long.' },
      {
        key: 'invalid_input',
        field: 'variable_symbol',
        message:
          '"variable_symbol" is not written as it should be: the digits of a payment’s variable symbol.',
      },
      { key: 'invalid_input', field: 'surname', message: '"surname" is not known here.' },
    ])
  })

  it('shows what support needs, and never a secret', async () => {
    const reader = await makeReader(server.deps, { name: 'Ján Krátky' })
    await makeSubscription(server.deps, { userId: reader.id })
    await makeCard(server.deps, { userId: reader.id, gatewayToken: 'pm_secret' })
    await makeCard(server.deps, { userId: reader.id, last4: '1111', toForget: true })
    await newBrowser().signIn(reader.email)
    const answer = await support.call('readers show', { id: reader.id })
    expect(answer.json()).toMatchObject({
      id: reader.id,
      email: reader.email,
      name: 'Ján Krátky',
      has_password: true,
      open_sessions: 1,
      blocked_at: null,
      deletion: null,
      subscriptions: [{ state: 'active', price_cents: expect.any(Number) }],
      cards: [{ id: expect.any(Number), brand: 'Visa', last4: '4242', valid_until: '2028-08-31' }],
    })
    expect(answer.body).not.toContain('pm_secret')
    expect(answer.body).not.toContain(String(reader.passwordHash))
    expect((await support.call('readers show', { id: 999_999 })).statusCode).toBe(404)
    expect((await support.call('readers show', { id: 'x' })).json<Refused>().errors).toEqual([
      { key: 'invalid_input', field: 'id', message: '"id" must be a number.' },
    ])
  })
})

describe('what support does for a reader', () => {
  it('R4.04 mails the activation link again, not to whoever has confirmed the address', async () => {
    const reader = await makeReader(server.deps, { confirmedAt: null })
    const sent = await support.call('readers resend-activation', { id: reader.id })
    expect(sent.json()).toMatchObject({ links_sent: 1, last_sent_at: expect.any(String) })
    expect((await server.mailbox.waitFor(reader.email)).text).toContain('/login/activate/')
    const confirmed = await makeReader(server.deps)
    const refused = await support.call('readers resend-activation', { id: confirmed.id })
    // Told to support, not to the reader.
    expect(refused.json<Refused>().errors[0]).toMatchObject({
      key: 'account_already_confirmed',
      message: 'This reader’s account is activated already.',
    })
    const many = []
    for (let time = 0; time < 3; time++)
      many.push(await support.call('readers resend-activation', { id: reader.id }))
    expect(many.map(answer => answer.statusCode)).toEqual([200, 200, 429])
  })

  it('R8.07 asks for a deletion and takes it back; what the log told of the reader goes with the reader', async () => {
    const reader = await makeReader(server.deps)
    const asked = await support.call('readers request-deletion', { id: reader.id })
    expect(asked.json()).toMatchObject({ id: reader.id, due_at: expect.any(String) })
    expect((await support.call('readers withdraw-deletion', { id: reader.id })).statusCode).toBe(200)
    const again = await support.call('readers withdraw-deletion', { id: reader.id })
    expect(again.json<Refused>().errors[0]?.message).toBe('This reader has not asked for a deletion.')

    await support.call('readers request-deletion', { id: reader.id })
    server.clock.advance('P31D')
    await eraseDueReaders(server.deps)
    const late = await support.call('readers withdraw-deletion', { id: reader.id })
    expect(late.json<Refused>().errors[0]?.message).toBe('This reader’s data were erased.')
    const lines = (await linesAbout(reader.id)).filter(line => line.outcome === 'done')
    expect(lines.map(line => [line.operation, line.before, line.after])).toEqual([
      ['readers request-deletion', null, null],
      ['readers withdraw-deletion', null, null],
      ['readers request-deletion', null, null],
    ])
  })
})
