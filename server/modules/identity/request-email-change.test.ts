import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { newsletterRecipients } from '#server/modules/newsletters/tables.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createTestApp, type TestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { issueLink } from './mailed-link.ts'
import { externAccounts, users } from './tables.ts'

let server: TestApp
let made = 0
beforeAll(async () => {
  server = await createTestApp()
})
afterAll(() => server.close())

const newPassword = 'Nove-Heslo-1'
const newEmail = () => `another-${made++}@dennik.example`
const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { key: string }[] }).errors[0]?.key

async function enter(given: Parameters<typeof makeReader>[1] = {}) {
  const reader = await makeReader(server.deps, given)
  const browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const ask = (email: string) => browser.post(`${own}/email-change`, { json: { email } })
  const read = async () => (await browser.get(own)).json<User>()
  return { reader, browser, own, ask, read }
}

const mailWith = (to: string, words: string) => server.mailbox.waitFor(to, ({ text }) => text.includes(words))
const linkTo = async (to: string, page: Parameters<typeof tokenInMail>[1] = 'change-email') =>
  tokenInMail(await mailWith(to, `/login/${page}/`), page)
const confirm = (token: string, browser = openBrowser(server.app)) =>
  browser.post(`/login/change-email/${token}`)
const takeBack = (token: string, browser = openBrowser(server.app)) =>
  browser.post(`/login/take-back-email/${token}`, { json: { plain_password: newPassword } })
const rowOf = async (id: number) => (await server.deps.db.select().from(users).where(eq(users.id, id)))[0]

/** Asks and confirms. @returns the token that takes it back */
async function change(person: Awaited<ReturnType<typeof enter>>, email: string): Promise<string> {
  const former = (await rowOf(person.reader.id))?.email ?? ''
  expect((await person.ask(email)).statusCode).toBe(202)
  expect((await confirm(await linkTo(email))).statusCode).toBe(204)
  return linkTo(former, 'take-back-email')
}

test('R13.03 another e-mail holds once its link is used; opening it changes nothing, and sessions stay', async () => {
  const person = await enter()
  const email = newEmail()
  const asked = await person.ask(` ${email.toUpperCase()} `)
  expect(asked.statusCode).toBe(202)
  expect(asked.json<User>()).toMatchObject({ email: person.reader.email, email_change: { email } })
  const token = await linkTo(email)
  for (const _ of ['once', 'twice']) {
    expect((await person.browser.get(`/login/mailed-links/email_change/${token}`)).statusCode).toBe(204)
  }
  expect(await person.read()).toMatchObject({ email: person.reader.email, email_change: { email } })

  expect((await confirm(token, person.browser)).statusCode).toBe(204)
  expect(await person.read()).toMatchObject({ email, email_change: null, confirmed: true })
  expect((await openBrowser(server.app).signIn(email)).statusCode).toBe(204)
  expect((await openBrowser(server.app).signIn(person.reader.email)).statusCode).toBe(422)
  const mail = await mailWith(person.reader.email, '/login/take-back-email/')
  expect(mail.text).toContain('a•••@dennik.example')
  expect(mail.text).not.toContain(email)
  // Once only.
  expect(keyOf(await confirm(token))).toBe('email_link_invalid')
})

test('R13.03 a link expires, is replaced by the next one and ends with a cancelled change or a new password', async () => {
  const person = await enter()
  const [first, second] = [newEmail(), newEmail()]
  await person.ask(first)
  const replaced = await linkTo(first)
  await person.ask(second)
  const token = await linkTo(second)
  expect(keyOf(await confirm(replaced))).toBe('email_link_invalid')
  expect((await person.browser.post(`${person.own}/email-change/mail`)).statusCode).toBe(202)
  expect(keyOf(await confirm(token))).toBe('email_link_invalid')
  for (const _ of ['once', 'twice']) {
    expect((await person.browser.delete(`${person.own}/email-change`)).statusCode).toBe(204)
  }
  expect((await person.read()).email_change).toBeNull()
  expect(keyOf(await person.browser.post(`${person.own}/email-change/mail`))).toBe('email_change_not_awaited')

  const late = await enter()
  const [expiring, overtaken] = [newEmail(), newEmail()]
  await late.ask(expiring)
  const expired = await linkTo(expiring)
  server.clock.advance('PT48H')
  expect(keyOf(await confirm(expired))).toBe('email_link_expired')
  await late.browser.signIn(late.reader.email)
  expect((await late.read()).email_change).toBeNull()
  await late.ask(overtaken)
  const passwords = { current_password: testPassword, plain_password: newPassword }
  expect((await late.browser.patch(late.own, { json: passwords })).statusCode).toBe(204)
  expect(keyOf(await confirm(await linkTo(overtaken)))).toBe('email_link_invalid')
})

test('R13.03 a taken e-mail is answered as a free one is; its holder is told by mail, in the holder’s language', async () => {
  const [person, holder] = [await enter(), await makeReader(server.deps, { locale: 'en' })]
  const free = newEmail()
  const answers = [await person.ask(free), await person.ask(holder.email)]
  const [forFree, forTaken] = answers.map(answer => {
    const { email_change: change, ...rest } = answer.json<User>()
    return { status: answer.statusCode, rest, fields: Object.keys(change ?? {}) }
  })
  expect(forTaken).toEqual(forFree)
  const mail = await mailWith(holder.email, 'we changed nothing')
  expect(mail.text).not.toContain('/login/change-email/')
})

test('R13.03 what is no other e-mail is refused at its field, and so are too many mails', async () => {
  const { ask, reader } = await enter()
  expect(keyOf(await ask(reader.email))).toBe('email_same')
  expect(keyOf(await ask('no e-mail'))).toBe('invalid_email')
  const target = newEmail()
  for (let sent = 0; sent < 3; sent++) expect((await ask(target)).statusCode).toBe(202)
  expect(keyOf(await ask(target))).toBe('too_many_email_changes')
})

test('R13.03 race: of twenty readers who confirm the same e-mail at once one gets it', async () => {
  const email = newEmail()
  const tokens = Array.from({ length: 20 }, () => randomToken(256))
  const readers = await Promise.all(tokens.map(() => makeReader(server.deps)))
  await server.deps.db.transaction(async tx => {
    for (const [index, token] of tokens.entries()) {
      await issueLink(tx, server.deps, readers[index]?.id ?? 0, { kind: 'email_change', token, email })
    }
  })
  const answers = await Promise.all(tokens.map(token => confirm(token)))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 204)) {
    expect(keyOf(answer)).toBe('email_taken')
  }
  expect(await server.deps.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
})

test('R13.03 race: of twenty changes asked for at once one waits, and one link is confirmed once', async () => {
  const person = await enter()
  const emails = Array.from({ length: 5 }, newEmail)
  await Promise.all(emails.map(person.ask))
  const tokens = await Promise.all(emails.map(email => linkTo(email)))
  const answers = await Promise.all([...tokens, ...tokens, ...tokens, ...tokens].map(token => confirm(token)))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  const waiting = (await person.read()).email
  expect(emails).toContain(waiting)
})

test('R13.03 the former e-mail takes the change back for seven days: sign-ins end, what was added since is gone', async () => {
  const person = await enter({ phone: '0905111222' })
  const thief = person.browser.copy()
  const { db } = server.deps
  const at = { userId: person.reader.id, linkedAt: server.clock.now() }
  await db.insert(externAccounts).values({ ...at, provider: 'google', subject: `own-${made++}` })
  server.clock.advance('PT1M')
  const stolen = newEmail()
  const token = await change(person, stolen)
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
  const chosen = await linkTo(stolen, 'new-password')
  await thief.post(`/login/new-password/${chosen}`, { json: { plain_password: 'Zlodejske-1' } })
  const later = await change(
    { ...person, ask: email => thief.post(`${person.own}/email-change`, { json: { email } }) },
    newEmail(),
  )

  const owner = openBrowser(server.app)
  expect((await takeBack(token, owner)).statusCode).toBe(204)
  const back = (await owner.get(person.own)).json<User>()
  expect(back).toMatchObject({ email: person.reader.email, phone: null, email_change: null })
  expect(back.extern_auth_services.map(({ provider }) => provider)).toEqual(['google'])
  expect((await thief.get(person.own)).statusCode).toBe(401)
  expect((await person.browser.get(person.own)).statusCode).toBe(401)
  expect((await openBrowser(server.app).signIn(person.reader.email, 'Zlodejske-1')).statusCode).toBe(422)
  expect((await openBrowser(server.app).signIn(person.reader.email, newPassword)).statusCode).toBe(204)
  // The link of the mailbox in between, and a replay.
  expect(keyOf(await takeBack(later))).toBe('email_link_invalid')
  expect(keyOf(await takeBack(token))).toBe('email_link_invalid')
  await server.mailbox.waitFor(person.reader.email, ({ subject }) => subject === 'Vaše heslo sa zmenilo')
})

test('R13.03 after seven days the change stays', async () => {
  const person = await enter()
  const token = await change(person, newEmail())
  server.clock.advance('P7D')
  expect(keyOf(await takeBack(token))).toBe('email_link_expired')
})

test('R13.03 who registers with the former e-mail cannot keep its owner out; one who has confirmed it can', async () => {
  const person = await enter()
  const email = newEmail()
  const token = await change(person, email)
  const squatter = await makeReader(server.deps, { email: person.reader.email, confirmedAt: null })
  expect((await takeBack(token)).statusCode).toBe(204)
  expect((await rowOf(person.reader.id))?.email).toBe(person.reader.email)
  expect(await rowOf(squatter.id)).toMatchObject({ email, confirmedAt: null })

  const other = await enter()
  const second = await change(other, newEmail())
  await makeReader(server.deps, { email: other.reader.email })
  expect(keyOf(await takeBack(second))).toBe('email_taken')
})

test('R13.03 race: taken back twenty times at once, while a session begins and a new change is confirmed', async () => {
  const person = await enter()
  const stolen = newEmail()
  const token = await change(person, stolen)
  const next = newEmail()
  await person.ask(next)
  const confirming = await linkTo(next)
  const browsers = Array.from({ length: 4 }, () => openBrowser(server.app))
  const [back, ...rest] = await Promise.all([
    Promise.all(
      Array.from({ length: 20 }, (_, index) => takeBack(token, openBrowser(server.app, `10.9.0.${index}`))),
    ),
    confirm(confirming),
    ...browsers.map(browser => browser.signIn(stolen)),
  ])
  expect(back.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  expect(rest.map(({ statusCode }) => statusCode).filter(status => status >= 500)).toEqual([])
  expect((await rowOf(person.reader.id))?.email).toBe(person.reader.email)
  for (const browser of browsers) expect((await browser.get(person.own)).statusCode).toBe(401)
})

test('R10.04 an account that was never confirmed changes its e-mail by the link that activates it', async () => {
  const person = await enter({ confirmedAt: null })
  const email = newEmail()
  expect((await person.ask(email)).json<User>()).toMatchObject({ confirmed: false, email_change: { email } })
  // Activating again goes to the new e-mail.
  expect((await person.browser.post(`${person.own}/activation-email`)).statusCode).toBe(202)
  const mails = () => server.mailbox.mails.filter(({ to }) => to === email)
  await expect.poll(() => mails().length).toBe(2)
  const [old = '', token = ''] = mails().map(mail => tokenInMail(mail, 'activate'))
  const activate = (which: string) =>
    openBrowser(server.app).post(`/login/activate/${which}`, { json: { plain_password: newPassword } })
  expect(keyOf(await activate(old))).toBe('activation_link_invalid')
  expect((await activate(token)).statusCode).toBe(204)
  expect(await rowOf(person.reader.id)).toMatchObject({ email })
  expect((await rowOf(person.reader.id))?.confirmedAt).not.toBeNull()
  const told = await mailWith(person.reader.email, 'iný e-mail')
  expect(told.text).not.toContain('take-back-email')
  expect((await person.browser.get(person.own)).statusCode).toBe(401)
})

test('R13.03 newsletters follow the e-mail there and back; one that decided itself keeps what it decided', async () => {
  const { db } = server.deps
  const mailbox = async (email: string) => {
    await db.insert(newsletterRecipients).values({ email, locale: 'sk', createdAt: server.clock.now() })
  }
  const known = async (email: string) =>
    (await db.select().from(newsletterRecipients).where(eq(newsletterRecipients.email, email))).length
  const person = await enter()
  await mailbox(person.reader.email)
  const email = newEmail()
  const token = await change(person, email)
  expect([await known(person.reader.email), await known(email)]).toEqual([0, 1])
  await takeBack(token)
  expect([await known(person.reader.email), await known(email)]).toEqual([1, 0])

  const other = await enter()
  const decided = newEmail()
  await mailbox(decided)
  await takeBack(await change(other, decided))
  expect([await known(other.reader.email), await known(decided)]).toEqual([0, 1])
})

test('R13.03 an account that is about to be deleted or is blocked changes nothing', async () => {
  const person = await enter()
  const email = newEmail()
  await person.ask(email)
  const token = await linkTo(email)
  await person.browser.post(`${person.own}/anonymization`)
  expect(keyOf(await person.ask(newEmail()))).toBe('user_anonymization_pending')
  expect(keyOf(await confirm(token))).toBe('user_anonymization_pending')
  await person.browser.delete(`${person.own}/anonymization`)
  await server.deps.db
    .update(users)
    .set({ blockedAt: server.clock.now() })
    .where(eq(users.id, person.reader.id))
  expect(keyOf(await confirm(token))).toBe('link_blocked')
})

test('R13.03 an old sign-in has to prove the password first', async () => {
  const person = await enter()
  server.clock.advance('PT16M')
  await person.browser.post('/refresh-token')
  const answer = await person.ask(newEmail())
  expect([keyOf(answer), answer.json().challenge.kind]).toEqual(['storm_shield', 'password'])
})

test.each([
  ['Jana Kováčová', 'Jana Kováčová'],
  ['  Ľubomír  ', 'Ľubomír'],
  ['', null],
])('R13.03 a reader changes the own name: "%s"', async (typed, name) => {
  const { browser, own } = await enter({ name: 'Pôvodné Meno' })
  const answer = await browser.patch(own, { json: { name: typed } })
  expect([answer.statusCode, answer.json<User>().name]).toEqual([200, name])
  const { items } = (await browser.get(`${own}/activity`)).json<{ items: { kind: string }[] }>()
  expect(items[0]?.kind).toBe('name_changed')
})

test('R13.03 what is no name is refused at its field', async () => {
  const { browser, own } = await enter()
  const answer = await browser.patch(own, { json: { name: 'http://zle.example' } })
  expect([answer.statusCode, answer.json().errors[0]]).toEqual([
    422,
    expect.objectContaining({ key: 'name_invalid', field: 'name' }),
  ])
})
