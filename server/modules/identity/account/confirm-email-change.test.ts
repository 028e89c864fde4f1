import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newsletterRecipients } from '#server/modules/newsletters/tables.ts'
import { emailChanges, newEmail } from '#server/testing/journeys/email-change.ts'
import { holdLocks } from '#server/testing/setup/hold-locks.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

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
