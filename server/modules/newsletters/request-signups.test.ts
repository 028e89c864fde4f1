import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { MailboxNewsletters } from '#contract/newsletters/mailed-links.ts'
import type { OutgoingMail } from '#server/gateways/mail/port.ts'
import { medianTimes } from '#server/testing/inspect/median-times.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { newsletterLinks, newsletterRecipients, newsletterSignups, newsletters } from './tables.ts'

const catalogue = '/rest/api/prv/v1/newsletters'

const server = openForFile(createTestApp)

let visitors = 0
/** Each from an IP address of its own, so that only the tested rate limit applies. */
const visitor = () => openBrowser(server.app, `10.0.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`)
const newEmail = () => `visitor-${visitors++}@post.example`

const linkIn = (mail: OutgoingMail): string => {
  const token = /\/e-maily\/odkaz\/([\w-]+)/.exec(mail.text)?.[1]
  if (token === undefined) throw new Error(`No link in the mail "${mail.subject}"`)
  return `${catalogue}/links/${token}`
}
const askFor = async (email: string, ...codes: string[]) => {
  const answer = await visitor().post(`${catalogue}/signups`, { json: { email, codes } })
  expect(answer.statusCode).toBe(202)
  return linkIn(await server.mailbox.waitFor(email, mail => mail.text.includes('potvrďte')))
}
const read = async (link: string) => (await visitor().get(link)).json<MailboxNewsletters>()

test('R5.08 a visitor needs an e-mail address, one that can be one, and a newsletter', async () => {
  const { code } = await makeNewsletter(server.deps)
  const refused = async (json: object, path = `${code}/signups`) => {
    const answer = await visitor().post(`${catalogue}/${path}`, { json })
    const [first] = answer.json<{ errors: { key: string; field?: string }[] }>().errors
    return [answer.statusCode, first?.key, first?.field]
  }
  expect(await refused({})).toEqual([422, 'required', 'email'])
  expect(await refused({ email: '  ' })).toEqual([422, 'required', 'email'])
  expect(await refused({ email: 'jana@' })).toEqual([422, 'invalid_email', 'email'])
  expect(await refused({ email: newEmail(), codes: [] }, 'signups')).toEqual([422, 'required', 'codes'])
  expect(await refused({ email: newEmail(), codes: ['nowhere'] }, 'signups')).toEqual([
    404,
    'not_found',
    undefined,
  ])
})

describe('R1.06 a visitor signs up with a mailed link', () => {
  test('for several newsletters by one mail; nothing is sent before the press of its button', async () => {
    const one = await makeNewsletter(server.deps)
    const two = await makeNewsletter(server.deps)
    const email = newEmail()
    await visitor().post(`${catalogue}/signups`, {
      json: { email: ` ${email.toUpperCase()} `, codes: [one.code, two.code, one.code] },
    })
    const mail = await server.mailbox.waitFor(email)
    const state = await read(linkIn(mail))
    expect(state).toMatchObject({ email, waiting: [one.code, two.code], items: [] })
    expect(mail.subject).toBe('Potvrďte odber newsletterov')
    expect(mail.text).toContain(`${one.titleSk} a\u00a0${two.titleSk}`)
  })

  test('once, idempotent however often the button is pressed, and is welcomed once', async () => {
    const { code, titleSk } = await makeNewsletter(server.deps)
    const email = newEmail()
    const link = await askFor(email, code)
    expect(await read(link)).toMatchObject({ email, waiting: [code], items: [] })
    const presses = await Promise.all(
      Array.from({ length: 20 }, () => visitor().post(`${link}/confirmation`)),
    )
    expect(new Set(presses.map(each => each.statusCode))).toEqual(new Set([200]))
    expect(await read(link)).toMatchObject({ waiting: [], items: [{ code, state: 'on' }] })
    const welcome = await server.mailbox.waitFor(email, mail => mail.subject.includes('potvrdený'))
    expect(welcome.text).toContain(titleSk)
    // All presses are answered, so whatever they wrote is in the outbox by now.
    const written = await server.deps.db.execute(
      sql`select 1 from outbox_messages where payload->>'to' = ${email} and delivered_at is null`,
    )
    const delivered = server.mailbox.mails.filter(mail => mail.to === email)
    expect(delivered.length + written.rows.length).toBe(2)
  })

  test('which a mail scanner may open without effect (double opt-in)', async () => {
    const { code } = await makeNewsletter(server.deps)
    const email = newEmail()
    const link = await askFor(email, code)
    const token = link.split('/').at(-1)
    for (let opened = 0; opened < 5; opened++) {
      expect((await visitor().get(link)).statusCode).toBe(200)
      await visitor().get(`/e-maily/odkaz/${token}`, { headers: { accept: 'text/html' } })
    }
    expect(await read(link)).toMatchObject({ waiting: [code], items: [] })
    const known = await server.deps.db
      .select()
      .from(newsletterRecipients)
      .where(eq(newsletterRecipients.email, email))
    expect(known).toEqual([])
  })

  test('and by the same link manages them afterwards, without an account', async () => {
    const { code } = await makeNewsletter(server.deps)
    const other = await makeNewsletter(server.deps)
    const locked = await makeNewsletter(server.deps, { locked: true })
    const link = await askFor(newEmail(), code)
    await visitor().post(`${link}/confirmation`)
    expect((await visitor().put(`${link}/newsletters/${other.code}`)).statusCode).toBe(204)
    expect((await visitor().delete(`${link}/newsletters/${code}`)).statusCode).toBe(204)
    const { items } = await read(link)
    expect(Object.fromEntries(items.map(each => [each.code, each.state]))).toEqual({
      [code]: 'off',
      [other.code]: 'on',
    })
    const refused = await visitor().put(`${link}/newsletters/${locked.code}`)
    expect(refused.json()).toMatchObject({ errors: [{ key: 'newsletter_subscription_needed' }] })
  })

  test('that a repeated press after signing off does not bring back', async () => {
    const { code } = await makeNewsletter(server.deps)
    const link = await askFor(newEmail(), code)
    await visitor().post(`${link}/confirmation`)
    await visitor().delete(`${link}/newsletters/${code}`)
    await visitor().post(`${link}/confirmation`)
    expect(await read(link)).toMatchObject({ items: [{ code, state: 'off' }] })
  })

  test('and finds everything as it was after registering with the same address', async () => {
    const { code } = await makeNewsletter(server.deps)
    const email = newEmail()
    await visitor().post(`${await askFor(email, code)}/confirmation`)
    const reader = await makeReader(server.deps, { email })
    const browser = visitor()
    await browser.signIn(email)
    const own = await browser.get(`/rest/api/prv/v1/users/${reader.id}/newsletters`)
    expect(own.json()).toMatchObject({ items: [{ code, state: 'on' }] })
  })

  test('not for one that was locked since it was asked for; for the others all the same', async () => {
    const open = await makeNewsletter(server.deps)
    const closing = await makeNewsletter(server.deps)
    const link = await askFor(newEmail(), open.code, closing.code)
    const alone = await askFor(newEmail(), closing.code)
    await server.deps.db.update(newsletters).set({ locked: true }).where(eq(newsletters.id, closing.id))
    expect(await read(link)).toMatchObject({ waiting: [open.code] })
    expect(await read(alone)).toMatchObject({ waiting: [] })
    expect((await visitor().post(`${link}/confirmation`)).statusCode).toBe(200)
    expect(await read(link)).toMatchObject({ items: [{ code: open.code, state: 'on' }] })
    // Nothing is done, so nothing is said to be: the page was opened a moment before it was locked.
    const refused = await visitor().post(`${alone}/confirmation`)
    expect(refused.json()).toMatchObject({ errors: [{ key: 'newsletter_subscription_needed' }] })
    expect(await read(alone)).toMatchObject({ items: [] })
  })

  test('never for a locked newsletter', async () => {
    const { code } = await makeNewsletter(server.deps, { locked: true })
    const answer = await visitor().post(`${catalogue}/${code}/signups`, { json: { email: newEmail() } })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ key: 'newsletter_subscription_needed' }] })
  })
})

test('an invalid or expired link says so and does nothing', async () => {
  const { code } = await makeNewsletter(server.deps)
  const link = await askFor(newEmail(), code)
  const unknown = await visitor().get(`${catalogue}/links/${'a'.repeat(43)}`)
  expect(unknown.statusCode).toBe(404)
  expect(unknown.json()).toMatchObject({ errors: [{ key: 'newsletter_link_invalid' }] })
  server.clock.advance('P8D')
  for (const answer of [
    await visitor().get(link),
    await visitor().post(`${link}/confirmation`),
    await visitor().put(`${link}/newsletters/${code}`),
  ]) {
    expect(answer.json()).toMatchObject({ errors: [{ key: 'newsletter_link_expired' }] })
  }
  const rows = await server.deps.db
    .select()
    .from(newsletterSignups)
    .where(eq(newsletterSignups.newsletterCode, code))
  expect(rows).toEqual([])
})

test('an address that never confirmed is deleted', async () => {
  const { code } = await makeNewsletter(server.deps)
  const email = newEmail()
  await askFor(email, code)
  server.clock.advance('P40D')
  await askFor(newEmail(), code)
  const links = await server.deps.db.select().from(newsletterLinks).where(eq(newsletterLinks.email, email))
  expect(links).toEqual([])
})

test('account enumeration: neither the answer nor its time tells whether an address is known', async () => {
  const { code } = await makeNewsletter(server.deps)
  const known = await Promise.all(Array.from({ length: 12 }, () => makeReader(server.deps)))
  for (const { email } of known) await visitor().post(`${await askFor(email, code)}/confirmation`)
  const ask = async (email: string) => {
    const answer = await visitor().post(`${catalogue}/${code}/signups`, { json: { email } })
    return [answer.statusCode, answer.body, answer.headers['content-type']]
  }
  expect(await ask(newEmail())).toEqual(await ask(known[0]?.email ?? ''))
  const [knownMs, unknownMs] = await medianTimes(known.length, [
    round => ask(known[round]?.email ?? ''),
    () => ask(newEmail()),
  ])
  expect(Math.abs(knownMs - unknownMs)).toBeLessThan(0.5 * Math.max(knownMs, unknownMs) + 2)
})

describe('rate limit: 1,000 sign-ups are refused', () => {
  const ask = async (browser: ReturnType<typeof openBrowser>, email: string, code: string) =>
    browser.post(`${catalogue}/${code}/signups`, { json: { email } })

  test('from one IP address, with the time to wait', async () => {
    const { code } = await makeNewsletter(server.deps)
    const one = openBrowser(server.app, '192.0.2.1')
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => ask(one, `flood-${index}@post.example`, code)),
    )
    expect(answers.filter(each => each.statusCode === 202)).toHaveLength(20)
    const refused = answers.filter(each => each.statusCode === 429)
    expect(refused).toHaveLength(980)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('to one mailbox, from wherever they come', async () => {
    const { code } = await makeNewsletter(server.deps)
    const email = newEmail()
    const answers = []
    for (let asked = 0; asked < 40; asked++) answers.push(await ask(visitor(), email, code))
    expect(answers.filter(each => each.statusCode === 202)).toHaveLength(3)
    expect(answers.at(-1)?.json()).toMatchObject({ errors: [{ key: 'too_many_newsletter_emails' }] })
  })
})
