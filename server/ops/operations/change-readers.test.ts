import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import { devices } from '#server/modules/devices/tables.ts'
import { externAccounts, sessions, users } from '#server/modules/identity/tables.ts'
import { newsletterRecipients, newsletterSignups, newsletters } from '#server/modules/newsletters/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makePayment, makePeriod, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { auditLog } from '../tables.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['readers:read', 'readers:write', 'subscriptions:write'])
})

type Refused = { errors?: { key: string; field?: string; message: string }[] }
const reason = 'Telefonát, overené podľa poslednej platby'
const call = (name: string, id: number, more: object = {}) =>
  support.call(`readers ${name}`, { id, reason, ...more })
const faultOf = (answer: { json: () => unknown }) => (answer.json() as Refused).errors?.[0]
const userOf = async (id: number) => (await server.deps.db.select().from(users).where(eq(users.id, id)))[0]
const linesAbout = (id: number) =>
  server.deps.db.select().from(auditLog).where(eq(auditLog.readerId, id)).orderBy(auditLog.id)
let addresses = 0
const newAddress = () => `nova-${process.pid}-${addresses++}@dennik.example`

async function signIn(given: Parameters<typeof makeReader>[1] = {}) {
  const { browser, own, ...reader } = await makeSignedIn(server, given)
  const kinds = async (signedIn = browser) =>
    (await signedIn.get(`${own}/activity`)).json<{ items: Activity[] }>().items
  return { ...reader, browser, own, activity: kinds }
}

describe('changing the e-mail of an account', () => {
  test('at once: the old address signs in no more, every session ends, both addresses are told, a link confirms', async () => {
    const reader = await signIn()
    const email = newAddress()
    const answer = await call('change-email', reader.id, { email: ` ${email.toUpperCase()}` })
    expect(answer.json()).toMatchObject({ id: reader.id, email, confirmed_at: null, open_sessions: 0 })
    expect((await reader.browser.get(reader.own)).statusCode).toBe(401)
    expect((await openBrowser(server.app).signIn(reader.email)).statusCode).toBe(422)
    const browser = openBrowser(server.app)
    expect((await browser.signIn(email)).statusCode).toBe(204)
    expect((await reader.activity(browser)).map(each => each.kind)).toContain('email_changed')
    const told = await server.mailbox.waitFor(reader.email)
    expect(told.subject).toBe('E-mail vášho účtu sa zmenil')
    expect(told.text).not.toContain(email)
    await expect
      .poll(() =>
        server.mailbox.mails
          .filter(each => each.to === email)
          .map(each => each.subject)
          .sort(),
      )
      .toEqual(['Aktivujte si účet', 'Zmenili sme e-mail vášho účtu'])
    expect((await linesAbout(reader.id)).at(-1)).toMatchObject({
      operation: 'readers change-email',
      before: { email: reader.email, open_sessions: 1 },
      after: { email, reason, open_sessions: 0, confirmed_at: null },
    })
  })

  test('by the operator’s word it stays confirmed, and takes its newsletters along', async () => {
    const { db } = server.deps
    const text = { titleSk: 'Ráno', titleEn: 'Morning', descriptionSk: '-', descriptionEn: '-' }
    const rest = {
      frequencySk: 'denne',
      frequencyEn: 'daily',
      category: 'sme',
      order: 1,
      locked: false,
    } as const
    await db.insert(newsletters).values({ code: 'rano', ...text, ...rest })
    const reader = await signIn()
    const at = server.clock.now()
    const [mailbox] = await db
      .insert(newsletterRecipients)
      .values({ email: reader.email, locale: 'sk', createdAt: at })
      .returning()
    await db.insert(newsletterSignups).values({
      recipientId: mailbox?.id ?? 0,
      newsletterCode: 'rano',
      state: 'on',
      changedAt: at,
      changedBy: 'reader',
    })
    const email = newAddress()
    const answer = await call('change-email', reader.id, { email, confirmed: true })
    expect(answer.json()).toMatchObject({ email, confirmed_at: expect.any(String), newsletters: ['rano'] })
    const subjects = () => server.mailbox.mails.filter(each => each.to === email).map(each => each.subject)
    await expect.poll(subjects).toEqual(['Zmenili sme e-mail vášho účtu'])
  })

  test('the same again changes nothing; an address of another account is refused at its field', async () => {
    const [reader, other] = [await signIn(), await signIn()]
    expect((await call('change-email', reader.id, { email: reader.email })).statusCode).toBe(200)
    expect((await reader.browser.get(reader.own)).statusCode).toBe(200)
    expect(faultOf(await call('change-email', reader.id, { email: other.email }))).toEqual({
      key: 'operation_refused',
      field: 'email',
      message: 'Another account has this address.',
    })
    expect((await reader.browser.get(reader.own)).statusCode).toBe(200)
    expect((await linesAbout(reader.id)).map(line => line.after)).toEqual([{ reason }])
    expect(server.mailbox.mails.some(each => each.to === reader.email)).toBe(false)
  })

  test('race: of twenty accounts that get one address at once, one has it', async () => {
    const readers = await Promise.all(Array.from({ length: 20 }, () => makeReader(server.deps)))
    const email = newAddress()
    const answers = await Promise.all(readers.map(({ id }) => call('change-email', id, { email })))
    expect(answers.filter(answer => answer.statusCode === 200)).toHaveLength(1)
    const refused = answers.filter(answer => answer.statusCode === 422)
    expect(refused.map(answer => faultOf(answer)?.field)).toEqual(Array.from({ length: 19 }, () => 'email'))
    const having = await server.deps.db.select().from(users).where(eq(users.email, email))
    expect(having).toHaveLength(1)
  })
})

describe('what support does in an account', () => {
  test('changes the name, or removes it', async () => {
    const reader = await signIn({ name: 'Jana Nová' })
    await call('change-name', reader.id, { name: ' Jana Ďurišová ' })
    expect((await userOf(reader.id))?.name).toBe('Jana Ďurišová')
    await call('change-name', reader.id, { name: null })
    await call('change-name', reader.id, { name: null })
    expect((await reader.activity()).filter(each => each.kind === 'name_changed')).toHaveLength(2)
    expect((await linesAbout(reader.id)).map(line => [line.before, line.after])).toEqual([
      [{ name: 'Jana Nová' }, { name: 'Jana Ďurišová', reason }],
      [{ name: 'Jana Ďurišová' }, { name: null, reason }],
      [{}, { reason }],
    ])
  })

  test('signs out everywhere; race: twenty at once are told once, and no sign-in slips through', async () => {
    const reader = await signIn()
    const others = Array.from({ length: 5 }, () => openBrowser(server.app))
    await Promise.all([
      ...Array.from({ length: 20 }, () => call('sign-out', reader.id)),
      ...others.map(browser => browser.signIn(reader.email)),
    ])
    await call('sign-out', reader.id)
    for (const browser of [reader.browser, ...others])
      expect((await browser.get(reader.own)).statusCode).toBe(401)
    const ended = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
    expect(new Set(ended.map(each => each.endedBecause))).toEqual(new Set(['ended_by_staff']))
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Odhlásili sme vás zo všetkých prehliadačov a\u00a0aplikácií')
    expect(mail.text).toContain('napíšte nám na')
  })

  test('removes a device also beyond the three of the month, and signs it out', async () => {
    const reader = await signIn()
    const [session] = await server.deps.db.select().from(sessions).where(eq(sessions.userId, reader.id))
    const at = server.clock.now()
    const device = { userId: reader.id, type: 'browser', lastActivity: at, sessionId: session?.id } as const
    await server.deps.db.insert(devices).values(
      [0, 1, 2, 3].map(number => ({
        ...device,
        id: `${reader.id}:d-${number}`,
        name: `Firefox ${number}`,
        removedAt: number === 3 ? null : at,
      })),
    )
    const answer = await call('remove-device', reader.id, { device: 'd-3' })
    expect(answer.json()).toMatchObject({ devices: [], open_sessions: 0 })
    expect((await reader.browser.get(reader.own)).statusCode).toBe(401)
    const again = await call('remove-device', reader.id, { device: 'd-3' })
    expect([again.statusCode, faultOf(again)?.key]).toEqual([404, 'not_found'])
    const mail = await server.mailbox.waitFor(reader.email)
    expect(mail.subject).toBe('Odstránili sme zariadenie Firefox 3')
  })

  test('removes a number, but not one that pays by text messages', async () => {
    const reader = await signIn({ phone: '0901234567', phoneToChange: '0907654321' })
    await call('remove-phone', reader.id)
    expect(await userOf(reader.id)).toMatchObject({ phone: null, phoneToChange: null })
    expect((await reader.activity())[0]).toMatchObject({ kind: 'phone_removed', details: { by: 'staff' } })
    expect(faultOf(await call('remove-phone', reader.id))?.key).toBe('not_found')
    const payer = await makeReader(server.deps, { phone: '0901234567' })
    await makeProduct(server.deps, { code: 'sms_4w', renewsInto: 'sms_4w', length: 'P4W' })
    const startsAt = server.clock.now()
    const endsAt = startsAt.add({ hours: 24 * 28 })
    const paid = { userId: payer.id, productCode: 'sms_4w' }
    const paymentId = await makePayment(server.deps, { ...paid, at: startsAt, method: 'sms' })
    const renewals = [{ state: 'active', cardId: null, chargeAt: endsAt, nextProductCode: 'sms_4w' } as const]
    await makePeriod(server.deps, { ...paid, startsAt, endsAt, paymentId, renewals })
    expect(faultOf(await call('remove-phone', payer.id))?.message).toContain('pays by text messages')
  })

  test('unlinks an account, but not the only way to sign in; then sends a link for a password', async () => {
    const reader = await signIn({ passwordHash: null })
    await server.deps.db.update(users).set({ confirmedAt: null }).where(eq(users.id, reader.id))
    const at = server.clock.now()
    const account = { userId: reader.id, subject: `${reader.id}`, linkedAt: at }
    await server.deps.db.insert(externAccounts).values([
      { ...account, provider: 'google' },
      { ...account, provider: 'apple' },
    ])
    expect((await call('unlink', reader.id, { provider: 'google' })).json()).toMatchObject({
      linked_accounts: ['apple'],
    })
    expect(faultOf(await call('unlink', reader.id, { provider: 'google' }))?.key).toBe('link_not_connected')
    expect(faultOf(await call('unlink', reader.id, { provider: 'apple' }))?.message).toContain('only way')
    await server.deps.db.update(users).set({ swgLinked: true }).where(eq(users.id, reader.id))
    expect((await support.call('readers show', { id: reader.id })).json()).toMatchObject({
      linked_accounts: ['apple', 'swg'],
    })
    expect((await call('unlink', reader.id, { provider: 'swg' })).json()).toMatchObject({
      linked_accounts: ['apple'],
    })
    const sent = []
    for (let time = 0; time < 4; time++)
      sent.push(await support.call('readers send-password-link', { id: reader.id }))
    expect(sent.map(answer => answer.statusCode)).toEqual([200, 200, 200, 429])
    expect(sent[2]?.json()).toMatchObject({ links_sent: 3 })
    const links = () =>
      server.mailbox.mails.filter(
        each => each.to === reader.email && each.text.includes('/login/new-password/'),
      )
    await expect.poll(() => links().length).toBe(3)
  })
})

describe('an account that is banned, about to be anonymized or anonymized', () => {
  const given: Record<string, object> = {
    'readers change-email': { email: 'iny@dennik.example' },
    'readers change-name': { name: 'Iná' },
    'subscriptions extend': { subscription: 1, days: 1, ends_at: '2030-01-01T00:00:00Z' },
    'subscriptions give': { product: 'x', days: 1, key: 'x' },
    'subscriptions start-renewal': { subscription: 1 },
    'subscriptions pause-renewal': { subscription: 1, months: 1 },
    'subscriptions resume-renewal': { subscription: 1 },
  }
  test.each(Object.keys(given))('%s says why not', async name => {
    const { id } = await makeReader(server.deps)
    const refusal = async () => faultOf(await support.call(name, { id, reason, ...given[name] }))
    await support.call('readers request-deletion', { id })
    expect((await refusal())?.message).toContain('is to be deleted: take that back first')
    await support.call('readers ban', { id, reason })
    expect((await refusal())?.message).toContain('is banned: lift the ban first')
    await server.deps.db.update(users).set({ anonymizedAt: server.clock.now() }).where(eq(users.id, id))
    expect((await refusal())?.message).toBe('This reader’s data were erased.')
    const nobody = await support.call(name, { id: 999_999, reason, ...given[name] })
    expect([nobody.statusCode, faultOf(nobody)?.key]).toEqual([404, 'user_not_found'])
  })

  test.each(['send-password-link', 'resend-activation'])(
    'readers %s sends a banned one nothing',
    async name => {
      const { id } = await makeReader(server.deps, { confirmedAt: null })
      await support.call('readers ban', { id, reason })
      expect(faultOf(await support.call(`readers ${name}`, { id }))?.message).toContain('is banned')
    },
  )

  test('may still be signed out, and loses what it asks to lose', async () => {
    const { id } = await signIn({ phone: '0901234567' })
    await support.call('readers request-deletion', { id })
    expect((await call('sign-out', id)).statusCode).toBe(200)
    expect((await call('remove-phone', id)).statusCode).toBe(200)
  })
})
