import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { MailboxNewsletters } from '#contract/newsletters/mailed-links.ts'
import type { Unsubscription } from '#contract/newsletters/unsubscribe.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { findReader } from './store.ts'
import { newsletterDecisions } from './tables.ts'
import { unsubscribeLink } from './unsubscribe-token.ts'

const api = '/rest/api/prv/v1'
const server = openForFile(createTestApp)

/** A newsletter that its reader has snoozed by the link of its mail, till 9 April. */
async function snooze() {
  server.clock.set('2027-03-10T09:00:00Z')
  const { id, code } = await makeNewsletter(server.deps)
  const { browser, ...reader } = await makeSignedIn(server)
  const own = `${api}/users/${reader.id}/newsletters`
  await browser.put(`${own}/${code}`)
  const recipientId = (await findReader(server.deps.db, reader.id))?.recipientId ?? 0
  const { pathname } = new URL(unsubscribeLink(server.deps.settings, { recipientId, newsletterIds: [id] }))
  const page = pathname.replace('/unsubscribe/', `${api}/unsubscriptions/`)
  const visitor = openBrowser(server.app)
  const press = async (act: 'undo' | 'snooze') =>
    (await visitor.post(`${page}/${act}`)).json<Unsubscription>().newsletters
  const [snoozed] = await press('snooze')
  expect(snoozed?.snoozed_until).toMatch(/^2027-04-09T08:00/)
  return {
    code,
    press,
    leave: () => visitor.post(pathname, { form: { 'List-Unsubscribe': 'One-Click' }, origin: null }),
    read: async () => (await visitor.get(page)).json<Unsubscription>().newsletters,
    signUp: async () => {
      await browser.signIn(reader.email)
      return browser.put(`${own}/${code}`)
    },
    confirm: async () => {
      await visitor.post(`${api}/newsletters/signups`, { json: { email: reader.email, codes: [code] } })
      const asked = await server.mailbox.waitFor(reader.email, mail => mail.text.includes('potvrďte'))
      const token = /\/e-maily\/odkaz\/([\w-]+)/.exec(asked.text)?.[1] ?? ''
      return visitor.post(`${api}/newsletters/links/${token}/confirmation`)
    },
    listed: async () => (await browser.get(own)).json<MailboxNewsletters>().items,
    decisions: async () => {
      const isOf = eq(newsletterDecisions.recipientId, recipientId)
      const rows = await server.deps.db.select().from(newsletterDecisions).where(isOf)
      return rows.map(each => each.decision)
    },
  }
}

test('R13.09 a sign-off that is undone leaves a snooze as it was; one more press ends it', async () => {
  const { code, press, leave, read, listed } = await snooze()
  await leave()
  expect(await read()).toMatchObject([{ state: 'off', snoozed_until: null, can_undo: true }])
  expect(await listed()).toMatchObject([{ code, state: 'off', snoozed_until: null }])
  expect(await press('undo')).toMatchObject([
    { state: 'on', snoozed_until: expect.stringMatching(/^2027-04-09T08:00/) },
  ])
  expect(await press('undo')).toMatchObject([{ state: 'on', snoozed_until: null }])
})

test('a sign-up anew ends a snooze, also behind a sign-off', async () => {
  const { leave, signUp, listed } = await snooze()
  for (const before of [async () => undefined, leave]) {
    await before()
    await signUp()
    expect(await listed()).toMatchObject([{ state: 'on', snoozed_until: null }])
  }
})

test.each(['undo', 'sign-up', 'confirmation'])(
  'what comes again after a snooze is no new consent, and is not welcomed once more: %s',
  async how => {
    const { press, signUp, confirm, decisions } = await snooze()
    server.clock.advance('P31D')
    if (how === 'undo') await press('undo')
    else if (how === 'sign-up') expect((await signUp()).statusCode).toBe(204)
    else expect((await confirm()).statusCode).toBe(200)
    expect(await decisions()).toEqual(['on', 'snoozed'])
    expect(server.mailbox.mails.filter(mail => mail.subject.includes('potvrdený'))).toEqual([])
  },
)
