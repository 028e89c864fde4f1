import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { type Mail, mailQueue, sendMail } from './send-mail.ts'
import { outboxMessages } from './tables.ts'

const server = openForFile(createTestApp)

const mailTo = (to: string): Mail => ({
  to,
  locale: 'sk',
  template: 'new_password',
  values: { hours: 2 },
  link: 'https://profil.dennik.example/login/new-password/secret-token',
})
const queue = (mail: Mail) => server.deps.db.transaction(tx => sendMail(tx, server.deps, mail))
const rows = () => server.deps.db.select().from(outboxMessages)
const sentTo = (to: string) => server.mailbox.mails.filter(mail => mail.to === to)

test('a mail of a committed transaction is delivered and logged by its kind, and its content is erased', async () => {
  const logged = vi.spyOn(server.deps.log, 'info')
  await queue(mailTo('prvy@post.example'))
  const mail = await server.mailbox.waitFor('prvy@post.example')
  expect(mail.text).toContain('/login/new-password/secret-token')
  await vi.waitFor(async () => {
    const [row] = await rows()
    expect(row?.deliveredAt).not.toBeNull()
    expect(row?.payload).toBeNull()
    // Stable Message-ID, by which the receiving side dedupes.
    expect(mail.messageId).toBe(`<outbox-${row?.id}@profil.test>`)
    expect(logged).toHaveBeenCalledWith({ mail: row?.id, template: 'new_password' }, 'mail delivered')
  })
  logged.mockRestore()
})

test('a mail of a rolled-back transaction is never sent', async () => {
  const undone = server.deps.db.transaction(async tx => {
    await sendMail(tx, server.deps, mailTo('nikdy@post.example'))
    throw new Error('the fact did not come true')
  })
  await expect(undone).rejects.toThrow('the fact did not come true')
  // Barrier: mails queued before this one are delivered once it comes.
  await queue(mailTo('potom@post.example'))
  await server.mailbox.waitFor('potom@post.example')
  expect(sentTo('nikdy@post.example')).toEqual([])
})

test('idempotent: a repeated job sends nothing twice', async () => {
  await queue(mailTo('raz@post.example'))
  const mail = await server.mailbox.waitFor('raz@post.example')
  const id = Number(/outbox-(\d+)@/.exec(mail.messageId)?.[1])
  await vi.waitFor(async () => {
    const [row] = await server.deps.db.select().from(outboxMessages).where(eq(outboxMessages.id, id))
    expect(row?.deliveredAt).not.toBeNull()
  })
  await server.deps.db.transaction(tx => server.deps.jobs.enqueue(tx, mailQueue, { id }))
  await queue(mailTo('posledny@post.example'))
  await server.mailbox.waitFor('posledny@post.example')
  expect(sentTo('raz@post.example')).toHaveLength(1)
})
