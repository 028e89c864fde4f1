import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { tokenInMail } from '#server/testing/inspect/token-in-mail.ts'
import { emailChanges, keyOf, newEmail, newPassword } from '#server/testing/journeys/email-change.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { issueLink } from '../mailed-link.ts'
import { mailedLinks, sessions, users } from '../tables.ts'

const server = openForFile(createTestApp)
let acts: ReturnType<typeof emailChanges>
beforeAll(async () => {
  acts = emailChanges(server)
})

test('R13.03 another e-mail holds once its link is used; opening it changes nothing, and sessions stay', async () => {
  const person = await acts.enter()
  const email = newEmail()
  const asked = await person.ask(` ${email.toUpperCase()} `)
  expect(asked.statusCode).toBe(202)
  expect(asked.json<User>()).toMatchObject({ email: person.reader.email, email_change: { email } })
  const token = await acts.linkTo(email)
  for (const _ of ['once', 'twice']) {
    expect((await person.browser.get(`/login/mailed-links/email_change/${token}`)).statusCode).toBe(204)
  }
  expect(await person.read()).toMatchObject({ email: person.reader.email, email_change: { email } })

  expect((await acts.confirm(token, person.browser)).statusCode).toBe(204)
  expect(await person.read()).toMatchObject({ email, email_change: null, confirmed: true })
  expect((await openBrowser(server.app).signIn(email)).statusCode).toBe(204)
  expect((await openBrowser(server.app).signIn(person.reader.email)).statusCode).toBe(422)
  const mail = await acts.mailWith(person.reader.email, '/login/take-back-email/')
  expect(mail.text).toContain('a•••@dennik.example')
  expect(mail.text).not.toContain(email)
  // Once only.
  expect(keyOf(await acts.confirm(token))).toBe('email_link_invalid')
})

test('R13.03 a link expires, is replaced by the next one and ends with a cancelled change or a new password', async () => {
  const person = await acts.enter()
  const [first, second] = [newEmail(), newEmail()]
  await person.ask(first)
  const replaced = await acts.linkTo(first)
  await person.ask(second)
  const token = await acts.linkTo(second)
  expect(keyOf(await acts.confirm(replaced))).toBe('email_link_invalid')
  expect((await person.browser.post(`${person.own}/email-change/mail`)).statusCode).toBe(202)
  expect(keyOf(await acts.confirm(token))).toBe('email_link_invalid')
  for (const _ of ['once', 'twice']) {
    expect((await person.browser.delete(`${person.own}/email-change`)).statusCode).toBe(204)
  }
  expect((await person.read()).email_change).toBeNull()
  expect(keyOf(await person.browser.post(`${person.own}/email-change/mail`))).toBe('email_change_not_awaited')

  const late = await acts.enter()
  const [expiring, overtaken] = [newEmail(), newEmail()]
  await late.ask(expiring)
  const expired = await acts.linkTo(expiring)
  server.clock.advance('PT48H')
  expect(keyOf(await acts.confirm(expired))).toBe('email_link_expired')
  await late.browser.signIn(late.reader.email)
  expect((await late.read()).email_change).toBeNull()
  await late.ask(overtaken)
  const passwords = { current_password: testPassword, plain_password: newPassword }
  expect((await late.browser.patch(late.own, { json: passwords })).statusCode).toBe(204)
  expect(keyOf(await acts.confirm(await acts.linkTo(overtaken)))).toBe('email_link_invalid')
})

test('R13.03 a taken e-mail is answered as a free one is; its holder is told by mail, in the holder’s language', async () => {
  const [person, holder] = [await acts.enter(), await makeReader(server.deps, { locale: 'en' })]
  const free = newEmail()
  const answers = [await person.ask(free), await person.ask(holder.email)]
  const [forFree, forTaken] = answers.map(answer => {
    const { email_change: change, ...rest } = answer.json<User>()
    return { status: answer.statusCode, rest, fields: Object.keys(change ?? {}) }
  })
  expect(forTaken).toEqual(forFree)
  const mail = await acts.mailWith(holder.email, 'we changed nothing')
  expect(mail.text).not.toContain('/login/change-email/')
})

test('R13.03 what is no other e-mail is refused at its field, and so are too many mails', async () => {
  const { ask, reader } = await acts.enter()
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
  const answers = await Promise.all(tokens.map(token => acts.confirm(token)))
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 204)) {
    expect(keyOf(answer)).toBe('email_taken')
  }
  expect(await server.deps.db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
})

test('R13.03 race: of twenty changes asked for at once one waits, and one link is confirmed once', async () => {
  const person = await acts.enter()
  const emails = Array.from({ length: 5 }, newEmail)
  await Promise.all(emails.map(person.ask))
  const tokens = await Promise.all(emails.map(email => acts.linkTo(email)))
  const answers = await Promise.all(
    [...tokens, ...tokens, ...tokens, ...tokens].map(token => acts.confirm(token)),
  )
  expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1)
  const waiting = (await person.read()).email
  expect(emails).toContain(waiting)
})

test('R10.04 an account that was never confirmed changes its e-mail by the link that activates it', async () => {
  const person = await acts.enter({ confirmedAt: null })
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
  expect(await acts.rowOf(person.reader.id)).toMatchObject({ email })
  expect((await acts.rowOf(person.reader.id))?.confirmedAt).not.toBeNull()
  const told = await acts.mailWith(person.reader.email, 'iný e-mail')
  expect(told.text).not.toContain('take-back-email')
  expect((await person.browser.get(person.own)).statusCode).toBe(401)
})

test('R13.03 an account that is about to be deleted or is blocked changes nothing', async () => {
  const person = await acts.enter()
  const email = newEmail()
  await person.ask(email)
  const token = await acts.linkTo(email)
  await person.browser.post(`${person.own}/anonymization`)
  expect(keyOf(await person.ask(newEmail()))).toBe('user_anonymization_pending')
  expect(keyOf(await acts.confirm(token))).toBe('user_anonymization_pending')
  await person.browser.delete(`${person.own}/anonymization`)
  await server.deps.db
    .update(users)
    .set({ blockedAt: server.clock.now() })
    .where(eq(users.id, person.reader.id))
  expect(keyOf(await acts.confirm(token))).toBe('link_blocked')
})

test('R10.04 R8.07 nor does the link that activates an account about to be deleted give it another e-mail', async () => {
  const person = await acts.enter({ confirmedAt: null })
  const email = newEmail()
  await person.ask(email)
  const token = tokenInMail(await acts.mailWith(email, '/login/activate/'), 'activate')
  await person.browser.post(`${person.own}/anonymization`)
  const activate = () =>
    openBrowser(server.app).post(`/login/activate/${token}`, { json: { plain_password: newPassword } })
  expect(keyOf(await activate())).toBe('user_anonymization_pending')
  expect(await acts.rowOf(person.reader.id)).toMatchObject({ email: person.reader.email, confirmedAt: null })
  await person.browser.delete(`${person.own}/anonymization`)
  expect((await activate()).statusCode).toBe(204)
})

test('R13.03 an old sign-in has to prove the password first', async () => {
  const person = await acts.enter()
  server.clock.advance('PT16M')
  await person.browser.post('/refresh-token')
  const answer = await person.ask(newEmail())
  expect([keyOf(answer), answer.json().challenge.kind]).toEqual(['storm_shield', 'password'])
})

test('R13.03 of an account that was never confirmed, too, a new password ends a change that waits', async () => {
  const person = await acts.enter({ confirmedAt: null })
  await person.ask(newEmail())
  expect((await person.read()).email_change).not.toBeNull()
  const passwords = { current_password: testPassword, plain_password: newPassword }
  expect((await person.browser.patch(person.own, { json: passwords })).statusCode).toBe(204)
  await person.browser.signIn(person.reader.email, newPassword)
  expect((await person.read()).email_change).toBeNull()
})

test('R13.03 race: a session that ends while it asks for another e-mail gets none', async () => {
  const person = await acts.enter()
  const isReader = eq(users.id, person.reader.id)
  const locks = await holdLocks(server.deps.db, tx => tx.select().from(users).where(isReader).for('update'))
  const asking = person.ask(newEmail())
  await locks.waitedForBy(1)
  await locks.release(tx =>
    tx.update(sessions).set({ endedAt: server.clock.now() }).where(eq(sessions.userId, person.reader.id)),
  )
  expect((await asking).statusCode).toBe(401)
  const links = await server.deps.db.$count(mailedLinks, eq(mailedLinks.userId, person.reader.id))
  expect(links).toBe(0)
})
