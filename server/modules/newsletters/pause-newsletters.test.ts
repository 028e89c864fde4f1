import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailboxNewsletters } from '#contract/newsletters/mailed-links.ts'
import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { countSignups } from './index.ts'
import { findReader } from './store.ts'
import { newsletterDecisions } from './tables.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

const api = '/rest/api/prv/v1'
/** In winter; the six months end in summer time. */
const today = '2027-01-31'

const server = openForFile(createTestApp)

const at = (day: string, time = '12:00') =>
  server.clock.set(Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Bratislava]`).toInstant().toString())

/** A reader who gets one newsletter and has signed off from another. */
async function enter(given: Parameters<typeof makeReader>[1] = {}) {
  at(today)
  const [daily, weekly] = [await makeNewsletter(server.deps), await makeNewsletter(server.deps)]
  const { browser, ...reader } = await makeSignedIn(server, given)
  const own = `${api}/users/${reader.id}`
  await browser.put(`${own}/newsletters/${daily.code}`)
  await browser.put(`${own}/newsletters/${weekly.code}`)
  await browser.delete(`${own}/newsletters/${weekly.code}`)
  const read = async () => (await browser.get(`${own}/newsletters`)).json<MailboxNewsletters>()
  return {
    reader,
    browser,
    own,
    daily,
    weekly,
    pause: (until: unknown) => browser.put(`${own}/newsletter-pause`, { json: { until } }),
    resume: () => browser.delete(`${own}/newsletter-pause`),
    pausedUntil: async () => (await read()).paused_until,
    states: async () => Object.fromEntries((await read()).items.map(each => [each.code, each.state])),
    counted: async () => (await countSignups(server.deps.db, server.clock.now())).get(daily.code),
  }
}

test('R13.09 a pause ends by itself as its day begins, and what was chosen comes as it was', async () => {
  const { reader, browser, daily, weekly, pause, pausedUntil, states, counted } = await enter()
  expect((await pause('2027-03-29')).statusCode).toBe(204)
  expect(await counted()).toEqual({ on: 0, snoozed: 1, off: 0 })
  // The night before, in the first hours of summer time: an hour later than the sun says.
  for (const [day, time, until] of [
    ['2027-03-28', '23:59', '2027-03-29'],
    ['2027-03-29', '00:00', null],
  ] as const) {
    at(day, time)
    await browser.signIn(reader.email)
    expect(await pausedUntil()).toBe(until)
  }
  expect(await counted()).toEqual({ on: 1, snoozed: 0, off: 0 })
  expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'off' })
})

test('R13.09 one press ends it at once; single newsletters are changed meanwhile, and nothing more is decided', async () => {
  const { reader, browser, own, daily, weekly, pause, resume, pausedUntil, states } = await enter()
  await pause('2027-02-14')
  await browser.delete(`${own}/newsletters/${daily.code}`)
  await browser.put(`${own}/newsletters/${weekly.code}`)
  expect(await pausedUntil()).toBe('2027-02-14')
  for (const _ of [1, 2]) expect((await resume()).statusCode).toBe(204)
  expect(await pausedUntil()).toBeNull()
  expect(await states()).toEqual({ [daily.code]: 'off', [weekly.code]: 'on' })
  const { recipientId } = (await findReader(server.deps.db, reader.id)) ?? {}
  const decisions = await server.deps.db
    .select()
    .from(newsletterDecisions)
    .where(eq(newsletterDecisions.recipientId, recipientId ?? 0))
  expect(decisions.map(each => each.decision)).toEqual(['on', 'on', 'off', 'off', 'on'])
})

test.each([
  ['2027-01-31', 422],
  ['2020-02-29', 422],
  ['2027-02-01', 204],
  ['2027-07-31', 204],
  ['2027-08-01', 422],
  ['2027-02-30', 422],
  ['', 422],
  [undefined, 422],
])('R13.09 a day from tomorrow to six months ahead is taken: %s', async (until, status) => {
  const { pause } = await enter()
  const answer = await pause(until)
  expect(answer.statusCode).toBe(status)
  if (status === 204) return
  expect(answer.json()).toMatchObject({ errors: [{ key: 'newsletter_pause_day', field: 'until' }] })
})

test('R13.09 race: of twenty pauses and ends at once each succeeds, and one of them holds', async () => {
  const { reader, browser, own } = await enter()
  const newcomer = await makeReader(server.deps)
  const other = openBrowser(server.app)
  await other.signIn(newcomer.email)
  const days = Array.from({ length: 20 }, (_, index) => `2027-02-${String(index + 1).padStart(2, '0')}`)
  // The newcomer has no mailbox yet: all of them make the same one.
  for (const [who, path] of [
    [browser, `${own}/newsletter-pause`],
    [other, `${api}/users/${newcomer.id}/newsletter-pause`],
  ] as const) {
    const answers = await Promise.all([
      ...days.map(until => who.put(path, { json: { until } })),
      ...days.map(() => who.delete(path)),
    ])
    expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([204]))
    await who.put(path, { json: { until: '2027-02-20' } })
  }
  const paused = (await browser.get(`${own}/newsletters`)).json<MailboxNewsletters>()
  expect(paused.paused_until).toBe('2027-02-20')
  expect(reader.id).not.toBe(newcomer.id)
})

test('R13.09 links of mails sign off and a mailbox is managed by its link while all is paused', async () => {
  const { reader, daily, weekly, pause, pausedUntil, states } = await enter()
  await pause('2027-02-14')
  const { recipientId = 0 } = (await findReader(server.deps.db, reader.id)) ?? {}
  const link = unsubscribeLink(server.deps.settings, {
    recipientId: recipientId ?? 0,
    newsletterIds: [daily.id],
  })
  const { pathname } = new URL(link)
  const visitor = openBrowser(server.app)
  await visitor.post(pathname, { form: { 'List-Unsubscribe': 'One-Click' }, origin: null })
  expect(await states()).toMatchObject({ [daily.code]: 'off' })
  const left = await visitor.get(pathname.replace('/unsubscribe/', `${api}/unsubscriptions/`))
  expect(left.json<Unsubscription>().paused_until).toBe('2027-02-14')

  // A mailbox that asks for one more is told from when it comes.
  await visitor.post(`${api}/newsletters/signups`, { json: { email: reader.email, codes: [weekly.code] } })
  const asked = await server.mailbox.waitFor(reader.email, mail => mail.text.includes('potvrďte'))
  const token = /\/e-maily\/odkaz\/([\w-]+)/.exec(asked.text)?.[1] ?? ''
  const mailbox = `${api}/newsletters/links/${token}`
  expect((await visitor.post(`${mailbox}/confirmation`)).json()).toMatchObject({ paused_until: '2027-02-14' })
  const welcome = await server.mailbox.waitFor(reader.email, mail => mail.subject.includes('potvrdený'))
  expect(welcome.text).toContain('pozastavené, preto až od 14.\u00a0februára\u00a02027')
  expect((await visitor.delete(`${mailbox}/pause`)).statusCode).toBe(204)
  expect(await pausedUntil()).toBeNull()
  expect((await visitor.put(`${mailbox}/pause`, { json: { until: '2027-03-01' } })).statusCode).toBe(204)
  expect(await pausedUntil()).toBe('2027-03-01')
})

test('R13.09 an unconfirmed account pauses nothing, and nobody another reader’s mailbox', async () => {
  const unconfirmed = await enter({ confirmedAt: null })
  expect((await unconfirmed.pause('2027-02-14')).json()).toMatchObject({
    errors: [{ key: 'newsletter_account_not_confirmed' }],
  })
  const other = await enter()
  expect((await other.browser.delete(`${unconfirmed.own}/newsletter-pause`)).statusCode).toBe(403)
  const unknown = `${api}/newsletters/links/${'x'.repeat(43)}/pause`
  expect((await other.browser.delete(unknown)).statusCode).toBe(404)
})
