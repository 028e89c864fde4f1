import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newsletterRecipients } from '#server/modules/newsletters/tables.ts'
import { dayOf } from '#server/platform/clock.ts'
import { emailChanges, newEmail } from '#server/testing/journeys/email-change.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { setEmail } from './set-email.ts'

const server = openForFile(createTestApp)
const acts = emailChanges(server)

test('R13.03 race: an e-mail that a visitor signs up with at that moment is confirmed, and keeps what was decided', async () => {
  const { deps, clock } = server
  const person = await acts.enter()
  const email = newEmail()
  const emails = [person.reader.email, email]
  const mailbox = (of: string) => ({ email: of, locale: 'sk' as const, createdAt: clock.now() })
  await deps.db.insert(newsletterRecipients).values(mailbox(person.reader.email))
  await person.ask(email)
  const token = await acts.linkTo(email)
  const visitor = await holdLocks(deps.db, tx => tx.insert(newsletterRecipients).values(mailbox(email)))
  const confirming = acts.confirm(token)
  await visitor.waitedForBy(1)
  await visitor.release()
  expect((await confirming).statusCode).toBe(204)
  expect((await acts.rowOf(person.reader.id))?.email).toBe(email)
  expect(await deps.db.$count(newsletterRecipients, inArray(newsletterRecipients.email, emails))).toBe(2)
})

test('R13.03 race: a first sign-up and a pause while another e-mail is confirmed are of the new mailbox', async () => {
  const { deps } = server
  const { code } = await makeNewsletter(deps)
  const until = dayOf(server.clock.now()).add({ days: 7 }).toString()
  for (const [path, sent] of [
    [`newsletters/${code}`, {}],
    ['newsletter-pause', { json: { until } }],
  ] as const) {
    const { reader, browser, own } = await acts.enter()
    const email = newEmail()
    const change = await holdLocks(deps.db, tx => setEmail(tx, reader.id, { email }))
    const writing = browser.put(`${own}/${path}`, sent)
    await change.waitedForBy(1)
    await change.release()
    expect((await writing).statusCode).toBe(204)
    const mailboxes = [reader.email, email].map(each => eq(newsletterRecipients.email, each))
    expect(await Promise.all(mailboxes.map(is => deps.db.$count(newsletterRecipients, is)))).toEqual([0, 1])
  }
})
