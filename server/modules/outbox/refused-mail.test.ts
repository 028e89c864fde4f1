import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import type { MailGateway } from '#server/gateways/mail/port.ts'
import { smtpGateway } from '#server/gateways/mail/smtp.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { machineClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { listFailedJobs, retryFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { type MailServer, startMailServer } from '#server/testing/doubles/mail-server.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { testOrigin } from '#server/testing/setup/test-app.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { consumeMail } from './deliver-mail.ts'
import { listMessagesTo } from './list-messages.ts'
import { mailQueue, sendMail } from './send-mail.ts'

let mailServer: MailServer
let database: Awaited<ReturnType<typeof createTestDatabase>>
let jobs: Jobs
let gateway: MailGateway
let deps: Pick<Deps, 'db' | 'clock' | 'jobs' | 'log' | 'settings'>
const logged: Record<string, unknown>[] = []

beforeAll(async () => {
  mailServer = await startMailServer()
  database = await createTestDatabase()
  const log = createLog('silent')
  jobs = await startJobs(database.url, log, { work: true })
  const config = loadConfig({ PUBLIC_URL: testOrigin })
  deps = {
    db: database.db,
    clock: machineClock,
    jobs,
    log: Object.assign(createLog('silent'), {
      info: (fields: Record<string, unknown>) => void logged.push(fields),
    }),
    settings: { ...config, appSecret: 'x', tokenSigningKey: 'x' },
  }
  gateway = smtpGateway(mailServer.url, 'profil@dennik.example')
  await consumeMail({ ...deps, makeFiles: async () => [], mail: gateway })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
  // The server waits for half a minute for connections that are kept.
  gateway.close()
  await mailServer.stop()
})
afterEach(() => mailServer.acceptAll())

/** Sends a mail to a reader, to whom the mail server replies as told. */
async function send(reply?: Parameters<MailServer['reply']>[1], code = 0, text = '') {
  const { id, email } = await makeReader(deps)
  if (reply) mailServer.reply(email, reply, code, text)
  await deps.db.transaction(tx =>
    sendMail(tx, deps, {
      to: email,
      locale: 'sk',
      template: 'password_changed',
      values: {},
      link: 'https://profil.example',
    }),
  )
  return {
    email,
    tries: () => mailServer.asked.filter(each => each === email).length,
    kept: async () => {
      const [mail] = await listMessagesTo(deps.db, id, { limit: 1 })
      return [mail?.kind, mail?.state, mail?.failure]
    },
    settledAt: async () => (await listMessagesTo(deps.db, id, { limit: 1 }))[0]?.settledAt,
  }
}
/** Reads what is so after the last try; the next one is made to be the last, unless one is under way at this moment. */
const atLastTry =
  <T>(read: () => Promise<T>) =>
  async () => {
    await deps.db.execute(sql`update pgboss.job set retry_limit = retry_count + 1 where state = 'retry'`)
    return read()
  }
const failedJobs = async () =>
  (await listFailedJobs(deps.db, { queue: mailQueue, limit: 100 })).map(({ state, error }) => [state, error])

test('R17.01 a permanent failure is tried once and shown to staff; a transient one is retried', async () => {
  const unknown = await send('RCPT TO', 550, '5.1.1 No such user')
  const unwanted = await send('DATA', 554, '5.7.1 Message rejected')
  const putOff = await send('RCPT TO', 451, '4.7.1 Try again later')
  const busy = await send('DATA', 421, '4.3.2 Service shutting down')
  await expect.poll(unknown.kept).toEqual(['password_changed', 'refused', 'MailRefused 550 5.1.1'])
  await expect.poll(unwanted.kept).toEqual(['password_changed', 'refused', 'MailRefused 554 5.7.1'])
  await expect.poll(putOff.kept).toEqual(['password_changed', 'failed', expect.any(String)])

  // Barrier: by then the transient failures have been retried.
  await expect.poll(async () => Math.min(putOff.tries(), busy.tries())).toBeGreaterThan(1)
  mailServer.acceptAll()
  await expect.poll(putOff.kept).toEqual(['password_changed', 'delivered', null])
  await expect.poll(busy.kept).toEqual(['password_changed', 'delivered', null])
  expect([unknown.tries(), unwanted.tries()]).toEqual([1, 1])
  const givenUp = await failedJobs()
  expect(givenUp).toHaveLength(2)
  expect(givenUp).toEqual(
    expect.arrayContaining([
      ['failed', 'MailRefused 550 5.1.1'],
      ['failed', 'MailRefused 554 5.7.1'],
    ]),
  )

  // Staff has fixed the cause, e.g. the relay's rules.
  await deps.db.transaction(tx => retryFailedJobs(tx, { queue: mailQueue }))
  await expect.poll(unknown.kept).toEqual(['password_changed', 'delivered', null])
  await expect.poll(unwanted.kept).toEqual(['password_changed', 'delivered', null])
  await expect.poll(failedJobs).toEqual([])
})

test('R17.01 a mail whose last try fails is given up, with the time and the cause, until staff has it tried again', async () => {
  const mail = await send('RCPT TO', 451, '4.7.1 Try again later')
  await expect.poll(mail.kept).toEqual(['password_changed', 'failed', expect.any(String)])
  expect(await mail.settledAt()).toBeNull()
  await expect.poll(atLastTry(mail.kept)).toEqual(['password_changed', 'given_up', 'Error EENVELOPE'])
  expect(await mail.settledAt()).not.toBeNull()
  await expect.poll(failedJobs).toEqual([['failed', 'Error EENVELOPE']])

  await deps.db.transaction(tx => retryFailedJobs(tx, { queue: mailQueue }))
  await expect.poll(async () => mail.tries()).toBe(3)
  await expect.poll(failedJobs).toEqual([['failed', 'Error EENVELOPE']])
  expect(await mail.kept()).toContain('given_up')

  mailServer.acceptAll()
  await deps.db.transaction(tx => retryFailedJobs(tx, { queue: mailQueue }))
  await expect.poll(mail.kept).toEqual(['password_changed', 'delivered', null])
})

test('R8.07 the mail that tells of an erasure is kept no longer than it is tried', async () => {
  const erase = async (code: number) => {
    const { id, email } = await makeReader(deps, {
      anonymizationRequestedAt: deps.clock.now().subtract({ hours: 32 * 24 }),
    })
    mailServer.reply(email, 'RCPT TO', code, '4.7.1 No')
    await eraseDueReaders(deps)
    return {
      kept: async () => (await listMessagesTo(deps.db, id, { limit: 5 })).map(({ state }) => state),
      named: async () =>
        (await deps.db.execute(sql`select 1 from outbox_messages where payload->>'to' = ${email}`)).rows
          .length,
    }
  }
  const refused = await erase(550)
  await expect.poll(refused.named).toBe(0)
  const putOff = await erase(451)
  await expect.poll(putOff.kept).toEqual(['failed'])
  expect(await putOff.named()).toBe(1)
  await expect.poll(atLastTry(putOff.named)).toBe(0)
  await expect.poll(async () => (await failedJobs()).length).toBe(2)

  await deps.db.transaction(tx => retryFailedJobs(tx, { queue: mailQueue }))
  await expect.poll(failedJobs).toEqual([])
})

test('a refusal of the sender is no fault of a mail, which is retried', async () => {
  mailServer.reply('*', 'MAIL FROM', 550, '5.7.1 Sender rejected')
  const mail = await send()
  await expect.poll(mail.kept).toEqual(['password_changed', 'failed', expect.any(String)])
  mailServer.acceptAll()
  await expect.poll(mail.kept).toEqual(['password_changed', 'delivered', null])
})

test('a delivered mail is logged by its kind and id, without an address', async () => {
  const mail = await send()
  await expect.poll(mail.kept).toEqual(['password_changed', 'delivered', null])
  await expect
    .poll(async () => logged.at(-1))
    .toEqual({
      mail: expect.any(Number),
      template: 'password_changed',
    })
})
