import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { MailboxNewsletters } from '#contract/newsletters/mailed-links.ts'
import { users } from '#server/modules/identity/tables.ts'
import { newsletterRecipients } from '#server/modules/newsletters/tables.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { emailChanges, newEmail, newPassword } from '#server/testing/journeys/email-change.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['readers:write'])
})

/** A reader with a newsletter, whom support gives these e-mails one after the other. */
async function enter(emails: readonly string[]) {
  const acts = emailChanges(server)
  const { code } = await makeNewsletter(server.deps)
  const { reader, browser, own } = await acts.enter()
  await browser.put(`${own}/newsletters/${code}`)
  for (const email of emails) {
    const reason = 'Telefonát, overené podľa poslednej platby'
    await support.call('readers change-email', { id: reader.id, reason, email })
  }
  const activate = async (email: string) => {
    const json = { plain_password: newPassword }
    const fresh = openBrowser(server.app)
    await fresh.post(`/login/activate/${await acts.linkTo(email, 'activate')}`, { json })
    const { items } = (await fresh.get(`${own}/newsletters`)).json<MailboxNewsletters>()
    return items.find(each => each.code === code)?.state
  }
  return { reader, activate }
}

const mailboxes = (...emails: string[]) =>
  server.deps.db.$count(newsletterRecipients, inArray(newsletterRecipients.email, emails))

test('newsletters follow an e-mail of support’s once its reader confirms it, over a mistyped one as well', async () => {
  const [mistyped, email] = [newEmail(), newEmail()]
  const { reader, activate } = await enter([mistyped, email])
  expect(await mailboxes(reader.email)).toBe(1)
  expect(await activate(email)).toBe('on')
  expect(await mailboxes(reader.email, mistyped)).toBe(0)
})

test('they follow the operator’s word at once, also after an e-mail that nobody confirmed', async () => {
  const { reader } = await enter([newEmail()])
  const email = newEmail()
  const reason = 'Napísala z tejto adresy'
  await support.call('readers change-email', { id: reader.id, reason, email, confirmed: true })
  expect([await mailboxes(reader.email), await mailboxes(email)]).toEqual([0, 1])
})

test('they stay where another account has confirmed the former e-mail meanwhile', async () => {
  const email = newEmail()
  const { reader, activate } = await enter([email])
  await makeReader(server.deps, { email: reader.email })
  expect(await activate(email)).toBeUndefined()
  expect([await mailboxes(reader.email), await mailboxes(email)]).toEqual([1, 0])
})

test('R8.07 newsletters that wait for a confirmation are erased with their reader', async () => {
  const { db } = server.deps
  const { reader } = await enter([newEmail()])
  await db.update(users).set({ anonymizationRequestedAt: server.clock.now() }).where(eq(users.id, reader.id))
  server.clock.advance('P31D')
  await eraseDueReaders(server.deps)
  expect(await mailboxes(reader.email)).toBe(0)
})
