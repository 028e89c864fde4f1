import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { newsletterRecipients } from '#server/modules/newsletters/tables.ts'
import { formatDay, formatTime } from '#server/platform/texts/format.ts'
import { emailChanges, keyOf, newEmail, newPassword } from '#server/testing/journeys/email-change.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { externAccounts, users } from '../tables.ts'

let made = 0
const server = openForFile(createTestApp)
let acts: ReturnType<typeof emailChanges>
beforeAll(async () => {
  acts = emailChanges(server)
})

test('R13.03 the former e-mail takes the change back for seven days: sign-ins end, what was added since is gone', async () => {
  const person = await acts.enter({ phone: '0905111222' })
  const thief = person.browser.copy()
  const { db } = server.deps
  const at = { userId: person.reader.id, linkedAt: server.clock.now() }
  await db.insert(externAccounts).values({ ...at, provider: 'google', subject: `own-${made++}` })
  server.clock.advance('PT1M')
  const stolen = newEmail()
  const token = await acts.change(person, stolen)
  await db.insert(externAccounts).values({
    ...at,
    linkedAt: server.clock.now(),
    provider: 'facebook',
    subject: `thief-${made++}`,
  })
  await db
    .update(users)
    .set({ phone: '0905999999', phoneConfirmedAt: server.clock.now() })
    .where(eq(users.id, person.reader.id))
  // Nor does a new password by the stolen mailbox, or a second change, void the link of the former one.
  await openBrowser(server.app).post('/login/forgotten-password', { json: { email: stolen } })
  const chosen = await acts.linkTo(stolen, 'new-password')
  await thief.post(`/login/new-password/${chosen}`, { json: { plain_password: 'Zlodejske-1' } })
  const later = await acts.change(
    { ...person, ask: email => thief.post(`${person.own}/email-change`, { json: { email } }) },
    newEmail(),
  )

  const owner = openBrowser(server.app)
  expect((await acts.takeBack(token, owner)).statusCode).toBe(204)
  const back = (await owner.get(person.own)).json<User>()
  expect(back).toMatchObject({ email: person.reader.email, phone: null, email_change: null })
  expect(back.extern_auth_services.map(({ provider }) => provider)).toEqual(['google'])
  expect((await thief.get(person.own)).statusCode).toBe(401)
  expect((await person.browser.get(person.own)).statusCode).toBe(401)
  expect((await openBrowser(server.app).signIn(person.reader.email, 'Zlodejske-1')).statusCode).toBe(422)
  expect((await openBrowser(server.app).signIn(person.reader.email, newPassword)).statusCode).toBe(204)
  // The link of the mailbox in between, and a replay.
  expect(keyOf(await acts.takeBack(later))).toBe('email_link_invalid')
  expect(keyOf(await acts.takeBack(token))).toBe('email_link_invalid')
  await server.mailbox.waitFor(person.reader.email, ({ subject }) => subject === 'Vaše heslo sa zmenilo')
})

test('R13.03 after seven days, at the hour that the mail tells, the change stays', async () => {
  const person = await acts.enter()
  const token = await acts.change(person, newEmail())
  const end = server.clock.now().add({ hours: 7 * 24 })
  const mail = await acts.mailWith(person.reader.email, '/login/take-back-email/')
  expect(mail.text).toContain(`do ${formatDay('sk', end)}, ${formatTime('sk', end)}.`)
  server.clock.advance('PT168H')
  expect(keyOf(await acts.takeBack(token))).toBe('email_link_expired')
})

test('R13.03 who registers with the former e-mail cannot keep its owner out; one who has confirmed it can', async () => {
  const person = await acts.enter()
  const email = newEmail()
  const token = await acts.change(person, email)
  const squatter = await makeReader(server.deps, { email: person.reader.email, confirmedAt: null })
  await makeReader(server.deps, { email: `swapped-${squatter.id}@anonymised.invalid`, confirmedAt: null })
  expect((await acts.takeBack(token)).statusCode).toBe(204)
  expect((await acts.rowOf(person.reader.id))?.email).toBe(person.reader.email)
  expect(await acts.rowOf(squatter.id)).toMatchObject({ email, confirmedAt: null })

  const other = await acts.enter()
  const second = await acts.change(other, newEmail())
  await makeReader(server.deps, { email: other.reader.email })
  expect(keyOf(await acts.takeBack(second))).toBe('email_taken')
})

test('R13.03 race: taken back twenty times at once, while a session begins and a new change is confirmed', async () => {
  const person = await acts.enter()
  const stolen = newEmail()
  const token = await acts.change(person, stolen)
  const next = newEmail()
  await person.ask(next)
  const confirming = await acts.linkTo(next)
  const browsers = Array.from({ length: 4 }, () => openBrowser(server.app))
  const [back, ...rest] = await Promise.all([
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        acts.takeBack(token, openBrowser(server.app, `10.9.0.${index}`)),
      ),
    ),
    acts.confirm(confirming),
    ...browsers.map(browser => browser.signIn(stolen)),
  ])
  expect(back.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(rest.map(({ statusCode }) => statusCode).filter(status => status >= 500)).toEqual([])
  expect((await acts.rowOf(person.reader.id))?.email).toBe(person.reader.email)
  for (const browser of browsers) expect((await browser.get(person.own)).statusCode).toBe(401)
})

test('R13.03 newsletters follow the e-mail there and back; one that decided itself keeps what it decided', async () => {
  const { db } = server.deps
  const mailbox = async (email: string) => {
    await db.insert(newsletterRecipients).values({ email, locale: 'sk', createdAt: server.clock.now() })
  }
  const known = async (email: string) =>
    (await db.select().from(newsletterRecipients).where(eq(newsletterRecipients.email, email))).length
  const person = await acts.enter()
  await mailbox(person.reader.email)
  const email = newEmail()
  const token = await acts.change(person, email)
  expect([await known(person.reader.email), await known(email)]).toEqual([0, 1])
  await acts.takeBack(token)
  expect([await known(person.reader.email), await known(email)]).toEqual([1, 0])

  const other = await acts.enter()
  const decided = newEmail()
  await mailbox(decided)
  await acts.takeBack(await acts.change(other, decided))
  expect([await known(other.reader.email), await known(decided)]).toEqual([0, 1])
})

test('R13.03 newsletters come back from where a later change has left them, and never somebody else’s', async () => {
  const { db } = server.deps
  const mailbox = async (email: string) => {
    await db.insert(newsletterRecipients).values({ email, locale: 'sk', createdAt: server.clock.now() })
    return email
  }
  const idAt = async (email: string) =>
    (await db.select().from(newsletterRecipients).where(eq(newsletterRecipients.email, email)))[0]?.id
  const person = await acts.enter()
  const former = await mailbox(person.reader.email)
  const own = await idAt(former)
  const between = newEmail()
  const token = await acts.change(person, between)
  const decided = await mailbox(newEmail())
  const others = await idAt(decided)
  await acts.change(person, decided)
  expect((await acts.takeBack(token)).statusCode).toBe(204)
  expect([await idAt(former), await idAt(between), await idAt(decided)]).toEqual([own, undefined, others])
})

test('R13.03 what was added since the change was asked for is gone, also when its link was mailed once more', async () => {
  const person = await acts.enter()
  const { id: userId, email: former } = person.reader
  const email = newEmail()
  await person.ask(email)
  await acts.linkTo(email)
  server.clock.advance('PT5M')
  const linkedAt = server.clock.now()
  await server.deps.db
    .insert(externAccounts)
    .values({ userId, linkedAt, provider: 'google', subject: `own-${made++}` })
  server.clock.advance('PT1M')
  await person.browser.post(`${person.own}/email-change/mail`)
  const tokens = () =>
    server.mailbox.mails.flatMap(({ to, text }) =>
      to === email ? [/change-email\/([\w-]+)/.exec(text)?.[1] ?? ''] : [],
    )
  await expect.poll(tokens).toHaveLength(2)
  const confirmed = await Promise.all(tokens().map(token => acts.confirm(token)))
  expect(confirmed.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  await acts.takeBack(await acts.linkTo(former, 'take-back-email'))
  expect(await server.deps.db.$count(externAccounts, eq(externAccounts.userId, userId))).toBe(0)
})
