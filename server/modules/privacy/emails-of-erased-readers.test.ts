import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { Email } from '#contract/wire.ts'
import { users } from '#server/modules/identity/tables.ts'
import { outboxMessages } from '#server/modules/outbox/tables.ts'
import { ReaderEmail } from '#server/ops/load/fields.ts'
import { emailChanges, newEmail, newPassword } from '#server/testing/journeys/email-change.ts'
import { makePayment, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeRefund } from '#server/testing/make/refund.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'
import { eraseDueReaders } from './index.ts'

const server = openForFile(createTestApp)

test('R8.07 what stands for an erased e-mail is one that nobody can have', async () => {
  const { deps, clock } = server
  const reader = await makeReader(deps, { anonymizationRequestedAt: clock.now() })
  const squatter = await makeReader(deps, { email: `erased-${reader.id}@anonymised.invalid` })
  clock.advance('P31D')
  await eraseDueReaders(deps)
  const rows = await deps.db
    .select()
    .from(users)
    .where(inArray(users.id, [reader.id, squatter.id]))
    .orderBy(users.id)
  expect(rows.map(({ anonymizedAt }) => anonymizedAt !== null)).toEqual([true, false])
  expect(Email.safeParse(rows[0]?.email).success).toBe(false)
  expect(ReaderEmail.safeParse(rows[0]?.email).success).toBe(false)
})

test('R8.07 mails to a former or a wanted e-mail and to the help desk are the reader’s, and go as well', async () => {
  const { deps, clock } = server
  const acts = emailChanges(server)
  const [changed, activated] = [await acts.enter(), await acts.enter({ confirmedAt: null })]
  await acts.takeBack(await acts.change(changed, newEmail()))
  const email = newEmail()
  await activated.ask(email)
  await openBrowser(server.app).post(`/login/activate/${await acts.linkTo(email, 'activate')}`, {
    json: { plain_password: newPassword },
  })
  await deps.db.execute(sql`insert into outbox_messages (kind, created_at, template, refused_at, payload)
    values ('mail', now(), 'help_request', now(), ${JSON.stringify({ to: 'pomoc@dennik.example', replyTo: email })})`)
  const wanting = await acts.enter()
  await wanting.ask('unknown@dennik.example')
  await acts.linkTo('unknown@dennik.example')
  // As if it had been refused.
  await deps.db.execute(sql`update outbox_messages set delivered_at = null, template = 'to_the_wanted'
    where topic = ${`email-change:${wanting.reader.id}`} and template = 'email_change'`)
  const templates = [
    'email_changed',
    'email_changed_by_reader',
    'email_taken_back',
    'help_request',
    'to_the_wanted',
  ]
  const kept = async () =>
    (
      await deps.db
        .select({ template: outboxMessages.template })
        .from(outboxMessages)
        .where(inArray(outboxMessages.template, templates))
        .orderBy(outboxMessages.template)
    ).map(({ template }) => template)
  expect(await kept()).toEqual(templates)
  await deps.db
    .update(users)
    .set({ anonymizationRequestedAt: clock.now() })
    .where(
      inArray(
        users.id,
        [changed, activated, wanting].map(({ reader }) => reader.id),
      ),
    )
  clock.advance('P31D')
  await eraseDueReaders(deps)
  expect(await kept()).toEqual([])
})

test('R8.07 a payment that is given back after the erasure is told to nobody', async () => {
  const { deps, clock } = server
  await makeProduct(deps, { code: 'premium_1y' })
  const { id: userId } = await makeReader(deps, { anonymizationRequestedAt: clock.now() })
  const paymentId = await makePayment(deps, { userId, productCode: 'premium_1y', at: clock.now() })
  clock.advance('P31D')
  await eraseDueReaders(deps)
  await makeRefund(server.payments, paymentId)
  const told = await deps.db.select().from(outboxMessages).where(eq(outboxMessages.userId, userId))
  expect(told).toMatchObject([{ template: 'anonymization_done' }])
})

test('newsletters of a mailbox stay when its address was never verified', async () => {
  const { deps, clock } = server
  const reader = await makeReader(deps, { confirmedAt: null, anonymizationRequestedAt: clock.now() })
  await deps.db.execute(
    sql`insert into newsletter_recipients (email, locale, created_at) values (${reader.email}, 'sk', now())`,
  )
  clock.advance('P31D')
  await eraseDueReaders(deps)
  const { rows } = await deps.db.execute(
    sql`select 1 from newsletter_recipients where email = ${reader.email}`,
  )
  expect(rows).toHaveLength(1)
})
