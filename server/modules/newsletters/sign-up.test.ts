import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { makeSubscription } from '#server/testing/make/subscription.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { newsletterDecisions, newsletterRecipients, newsletterSignups } from './tables.ts'

const server = openForFile(createTestApp)

/** A signed-in reader and where the reader's newsletters are. */
async function enter(given: Parameters<typeof makeReader>[1] = {}) {
  const { browser, ...reader } = await makeSignedIn(server, given)
  const own = `/rest/api/prv/v1/users/${reader.id}/newsletters`
  return {
    reader,
    browser,
    own,
    items: async () => (await browser.get(own)).json<{ items: object[] }>().items,
  }
}

test('R1.06 the catalogue is public, by category, in the language asked for', async () => {
  const made = await makeNewsletter(server.deps, {
    category: 'korzar',
    samplePath: '/newslettre/korzar/ukazka',
    locked: true,
  })
  const read = async (language: string) => {
    const answer = await openBrowser(server.app).get('/rest/api/prv/v1/newsletters', {
      headers: { 'accept-language': language },
    })
    return answer.json<{ items: { code: string }[] }>().items.find(each => each.code === made.code)
  }
  expect(await read('sk')).toEqual({
    code: made.code,
    category: 'korzar',
    title: made.titleSk,
    description: 'Čo sa dnes stalo.',
    frequency: 'každý deň',
    sample_url: 'http://profil.test/newslettre/korzar/ukazka',
    locked: true,
  })
  expect(await read('en')).toMatchObject({ title: made.titleEn, frequency: 'every day' })
})

test('R1.06 a reader signs up and off; never signed up and signed off stay two facts', async () => {
  const { code } = await makeNewsletter(server.deps)
  const { browser, own, items } = await enter()
  expect(await items()).toEqual([])
  // Signing off from what was never signed up for is no decision.
  expect((await browser.delete(`${own}/${code}`)).statusCode).toBe(204)
  expect(await items()).toEqual([])
  expect((await browser.put(`${own}/${code}`)).statusCode).toBe(204)
  expect(await items()).toEqual([{ code, state: 'on', changed_at: expect.any(String), snoozed_until: null }])
  expect((await browser.delete(`${own}/${code}`)).statusCode).toBe(204)
  expect(await items()).toMatchObject([{ code, state: 'off' }])
})

test('R1.06 race: twenty sign-ups at once are one decision, and so are twenty sign-offs', async () => {
  const { code } = await makeNewsletter(server.deps)
  const { reader, browser, own } = await enter()
  const twenty = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, act))
  const answers = [
    ...(await twenty(() => browser.put(`${own}/${code}`))),
    ...(await twenty(() => browser.delete(`${own}/${code}`))),
  ]
  expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([204]))
  const { db } = server.deps
  expect(
    await db.select().from(newsletterRecipients).where(eq(newsletterRecipients.email, reader.email)),
  ).toHaveLength(1)
  const decisions = await db
    .select({ decision: newsletterDecisions.decision, by: newsletterDecisions.madeBy })
    .from(newsletterDecisions)
    .where(eq(newsletterDecisions.newsletterCode, code))
    .orderBy(newsletterDecisions.id)
  expect(decisions).toEqual([
    { decision: 'on', by: 'reader' },
    { decision: 'off', by: 'reader' },
  ])
})

test('R17.02 twenty sign-ups at once to a locked newsletter all succeed, and block no other reader (connection pool)', async () => {
  const { code } = await makeNewsletter(server.deps, { locked: true })
  const { reader, browser, own } = await enter()
  await makeSubscription(server.deps, { userId: reader.id })
  const other = await enter()
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () => browser.put(`${own}/${code}`)),
    other.browser.get(other.own),
  ])
  expect(answers.map(each => each.statusCode)).toEqual([...Array.from({ length: 20 }, () => 204), 200])
})

describe('R8.13 a sign-up is refused', () => {
  const refusal = async (newcomer: Awaited<ReturnType<typeof enter>>, code: string) => {
    const answer = await newcomer.browser.put(`${newcomer.own}/${code}`)
    return { status: answer.statusCode, key: answer.json<{ errors: [{ key: string }] }>().errors[0].key }
  }

  test('for a locked newsletter without a subscription; signing off needs none', async () => {
    const { code } = await makeNewsletter(server.deps, { locked: true })
    const newcomer = await enter()
    expect(await refusal(newcomer, code)).toEqual({ status: 422, key: 'newsletter_subscription_needed' })
    expect((await newcomer.browser.get(newcomer.own)).json()).toMatchObject({ subscriber: false })

    await makeSubscription(server.deps, { userId: newcomer.reader.id })
    expect((await newcomer.browser.put(`${newcomer.own}/${code}`)).statusCode).toBe(204)
    expect((await newcomer.browser.get(newcomer.own)).json()).toMatchObject({ subscriber: true })
    expect((await newcomer.browser.delete(`${newcomer.own}/${code}`)).statusCode).toBe(204)
  })

  test('for an account that is about to be erased, which may still sign off', async () => {
    const { code } = await makeNewsletter(server.deps)
    const newcomer = await enter({ anonymizationRequestedAt: server.clock.now() })
    expect(await refusal(newcomer, code)).toEqual({ status: 422, key: 'user_anonymization_pending' })
    expect((await newcomer.browser.delete(`${newcomer.own}/${code}`)).statusCode).toBe(204)
  })

  test('for a newsletter that is not there, and for a code that cannot be one', async () => {
    const newcomer = await enter()
    expect(await refusal(newcomer, 'nowhere')).toEqual({ status: 404, key: 'not_found' })
    expect(await refusal(newcomer, 'NO%20WAY')).toEqual({ status: 400, key: 'invalid_input' })
  })

  test("R6.01 for another reader's newsletters, before anything is looked up", async () => {
    const one = await enter()
    const other = await enter()
    const { code } = await makeNewsletter(server.deps)
    expect((await one.browser.put(`${other.own}/${code}`)).statusCode).toBe(403)
    expect((await one.browser.get(other.own)).statusCode).toBe(403)
    expect((await openBrowser(server.app).put(`${other.own}/${code}`)).statusCode).toBe(401)
  })
})

test('an account with an unverified address neither sees nor changes the decisions of that address', async () => {
  const { code } = await makeNewsletter(server.deps)
  const { reader, browser, own, items } = await enter({ confirmedAt: null })
  const { db, clock } = server.deps
  const [mailbox] = await db
    .insert(newsletterRecipients)
    .values({ email: reader.email, locale: 'sk', createdAt: clock.now() })
    .returning()
  const recipientId = mailbox?.id ?? 0
  await db.insert(newsletterSignups).values({
    recipientId,
    newsletterCode: code,
    state: 'on',
    changedAt: clock.now(),
    changedBy: 'confirmation',
  })
  expect(await items()).toEqual([])
  expect((await browser.delete(`${own}/${code}`)).statusCode).toBe(204)
  const refused = await browser.put(`${own}/${code}`)
  expect(refused.json()).toMatchObject({ errors: [{ key: 'newsletter_account_not_confirmed' }] })
  expect(
    await db.select().from(newsletterSignups).where(eq(newsletterSignups.recipientId, recipientId)),
  ).toMatchObject([{ state: 'on', changedBy: 'confirmation' }])
})
