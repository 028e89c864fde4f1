import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { findReader } from './store.ts'
import { newsletterLeavingReasons, newsletterSignups } from './tables.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

const server = openForFile(createTestApp)
let browser: TestBrowser
let own: string
let recipientId: number
/** What the reader gets, and one that the reader never signed up for. */
let daily: Awaited<ReturnType<typeof makeNewsletter>>
let weekly: Awaited<ReturnType<typeof makeNewsletter>>
let never: Awaited<ReturnType<typeof makeNewsletter>>
/** Path of the link in a mail about all three. */
let path: string

beforeEach(async () => {
  const reader = await makeReader(server.deps)
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
  own = `/rest/api/prv/v1/users/${reader.id}/newsletters`
  daily = await makeNewsletter(server.deps)
  weekly = await makeNewsletter(server.deps)
  never = await makeNewsletter(server.deps)
  for (const { code } of [daily, weekly]) await browser.put(`${own}/${code}`)
  recipientId = (await findReader(server.deps.db, reader.id))?.recipientId ?? 0
  path = pathFor(daily.id, weekly.id, never.id)
})

const pathFor = (...newsletterIds: number[]): string =>
  new URL(unsubscribeLink(server.deps.settings, { recipientId, newsletterIds })).pathname
const page = (at = path) => at.replace('/unsubscribe/', '/rest/api/prv/v1/unsubscriptions/')
const oneClick = { form: { 'List-Unsubscribe': 'One-Click' }, origin: null }
/** As a mail program sends it: no cookies, no origin. */
const mailProgram = () => openBrowser(server.app)
const states = async () => {
  const { items } = (await browser.get(own)).json<{ items: { code: string; state: string }[] }>()
  return Object.fromEntries(items.map(each => [each.code, each.state]))
}

describe('one-click unsubscribing (RFC 8058)', () => {
  test('signs off from what the mail is about, without cookies or origin, idempotent', async () => {
    for (let times = 0; times < 2; times++) {
      expect((await mailProgram().post(path, oneClick)).statusCode).toBe(204)
    }
    expect(await states()).toEqual({ [daily.code]: 'off', [weekly.code]: 'off' })
  })

  test('reads multipart/form-data too, as the standard prefers', async () => {
    const body = new FormData()
    body.set('List-Unsubscribe', 'One-Click')
    const encoded = new Response(body)
    const answer = await server.app.inject({
      method: 'POST',
      url: pathFor(daily.id),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    expect(answer.statusCode).toBe(204)
    expect(await states()).toEqual({ [daily.code]: 'off', [weekly.code]: 'on' })
  })

  test('works by the link of a mail about a hundred newsletters, whose ids are as large as can be', async () => {
    const others = Array.from({ length: 99 }, (_, index) => 2_147_483_000 + index)
    const long = pathFor(daily.id, ...others)
    expect((await mailProgram().post(long, oneClick)).statusCode).toBe(204)
    expect((await mailProgram().get(page(long))).json()).toMatchObject({
      newsletters: [{ code: daily.code, state: 'off', can_undo: true }],
    })
  })

  test('twenty at once are one decision', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => mailProgram().post(path, oneClick)))
    expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([204]))
    expect(await states()).toEqual({ [daily.code]: 'off', [weekly.code]: 'off' })
  })

  test('is not done by a GET, which scanners send, nor without its field', async () => {
    for (const headers of [{}, { accept: 'text/html' }]) {
      await mailProgram().get(path, { headers })
      await mailProgram().get(page(), { headers })
      await server.app.inject({ method: 'HEAD', url: path })
    }
    expect((await mailProgram().post(path, { form: {}, origin: null })).statusCode).toBe(400)
    expect((await mailProgram().post(path, { origin: null })).statusCode).toBeGreaterThanOrEqual(400)
    expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'on' })
  })

  test('refuses a forged token', async () => {
    const foreign = path.replace(/\/unsubscribe\/\w+\./, '/unsubscribe/zz.')
    for (const forged of [foreign, `${path}x`, '/unsubscribe/aaaaaaaaaaaaaaaaaaaaaaaaa']) {
      const answer = await mailProgram().post(forged, oneClick)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ errors: [{ key: 'newsletter_link_invalid' }] })
    }
    expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'on' })
  })

  test('is the only write without our origin (CSRF)', async () => {
    for (const url of [`${page()}/undo`, `${page()}/snooze`]) {
      expect((await mailProgram().post(url, { origin: 'http://evil.test' })).statusCode).toBe(403)
    }
  })

  test('works for good: a mail of years ago signs off too', async () => {
    server.clock.advance('P5Y')
    expect((await mailProgram().post(path, oneClick)).statusCode).toBe(204)
    expect((await mailProgram().get(page())).json()).toMatchObject({
      newsletters: [{ state: 'off' }, { state: 'off' }],
    })
  })
})

describe('the page behind the link', () => {
  test('tells how things stand; what was never signed up for is not on it', async () => {
    const { newsletters } = (await mailProgram().get(page())).json<Unsubscription>()
    expect(Object.fromEntries(newsletters.map(({ code, state }) => [code, state]))).toEqual({
      [daily.code]: 'on',
      [weekly.code]: 'on',
    })
  })

  test('takes it back within a day, and later not', async () => {
    await mailProgram().post(path, oneClick)
    const undone = await mailProgram().post(`${page()}/undo`)
    expect(undone.json()).toMatchObject({ newsletters: [{ state: 'on' }, { state: 'on' }] })
    expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'on' })

    await mailProgram().post(path, oneClick)
    server.clock.advance('PT25H')
    const late = await mailProgram().post(`${page()}/undo`)
    expect(late.statusCode).toBe(422)
    expect(late.json()).toMatchObject({ errors: [{ key: 'newsletter_undo_too_late' }] })
  })

  test('never takes back what was signed off from elsewhere', async () => {
    await browser.delete(`${own}/${daily.code}`)
    await mailProgram().post(path, oneClick)
    await mailProgram().post(`${page()}/undo`)
    await mailProgram().post(`${page()}/snooze`)
    expect(await states()).toEqual({ [daily.code]: 'off', [weekly.code]: 'on' })
  })

  test('a break of what still comes turns nothing on that was signed off from', async () => {
    await mailProgram().post(pathFor(weekly.id), oneClick)
    // The page of an older mail about both asks about what still comes.
    expect((await mailProgram().post(`${page()}/snooze`)).statusCode).toBe(200)
    expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'off' })
  })

  test('nor does the end of a break', async () => {
    await mailProgram().post(`${page(pathFor(daily.id))}/snooze`)
    await mailProgram().post(pathFor(weekly.id), oneClick)
    expect((await mailProgram().post(`${page()}/undo`)).statusCode).toBe(200)
    expect(await states()).toEqual({ [daily.code]: 'on', [weekly.code]: 'off' })
  })

  test('sends nothing for 30 days instead, before signing off or after, and ends that too', async () => {
    const at = pathFor(weekly.id)
    const row = async () => {
      const rows = await server.deps.db
        .select()
        .from(newsletterSignups)
        .where(
          and(
            eq(newsletterSignups.recipientId, recipientId),
            eq(newsletterSignups.newsletterCode, weekly.code),
          ),
        )
      return rows[0]
    }
    server.clock.set('2027-03-10T09:00:00Z')
    const snoozed = await mailProgram().post(`${page(at)}/snooze`)
    // 30 days of the calendar in Bratislava, over the change to summer time.
    expect(snoozed.json()).toMatchObject({
      newsletters: [
        { code: weekly.code, state: 'on', snoozed_until: expect.stringMatching(/^2027-04-09T08:00/) },
      ],
    })
    await mailProgram().post(`${page(at)}/undo`)
    expect(await row()).toMatchObject({ state: 'on', snoozedUntil: null })
    await mailProgram().post(at, oneClick)
    await mailProgram().post(`${page(at)}/snooze`)
    expect(await row()).toMatchObject({ state: 'on', snoozedUntil: expect.anything() })
    server.clock.set('2027-04-09T08:30:00Z')
    expect((await mailProgram().get(page(at))).json()).toMatchObject({
      newsletters: [{ snoozed_until: null }],
    })
  })

  test('takes a reason, stored without the reader and rate limited', async () => {
    const tell = (text: string) =>
      mailProgram().post(`${page()}/reason`, { json: { reason: 'too_often', text } })
    expect((await tell('  Stačil by jeden za týždeň.  ')).statusCode).toBe(204)
    const [kept] = await server.deps.db
      .select()
      .from(newsletterLeavingReasons)
      .where(eq(newsletterLeavingReasons.text, 'Stačil by jeden za týždeň.'))
    expect(kept).toMatchObject({ reason: 'too_often' })
    expect(Object.keys(kept ?? {}).sort()).toEqual(['id', 'newsletterCodes', 'reason', 'text', 'toldAt'])
    await tell('')
    await tell('')
    expect((await tell('')).statusCode).toBe(429)
  })

  test('is refused for a token that is not ours', async () => {
    for (const url of ['', '/undo', '/snooze']) {
      const at = `${page()}x${url}`
      const answer = url === '' ? await mailProgram().get(at) : await mailProgram().post(at)
      expect(answer.json()).toMatchObject({ errors: [{ key: 'newsletter_link_invalid' }] })
    }
  })
})
