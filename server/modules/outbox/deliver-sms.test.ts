import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineClock } from '#server/platform/clock.ts'
import { listFailedJobs, retryFailedJobs } from '#server/platform/jobs/failed-jobs.ts'
import { type Jobs, startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { consumeSms } from './deliver-sms.ts'
import { listMessagesTo } from './list-messages.ts'
import { sendSms, smsQueue } from './send-sms.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let jobs: Jobs
let isAway = true
beforeAll(async () => {
  database = await createTestDatabase()
  jobs = await startJobs(database.url, createLog('silent'), { work: true })
  const send = async () => {
    if (isAway) throw new Error('The gateway is away')
  }
  await consumeSms({ db: database.db, clock: machineClock, jobs, sms: { send } })
})
afterAll(async () => {
  await jobs.stop()
  await database.close()
})

test('tells the fate of a text message: failed while it is tried again, given up, delivered, or expired', async () => {
  const deps = { db: database.db, clock: machineClock, jobs }
  const { id: userId } = await makeReader(deps)
  const text = (minutes: number) =>
    deps.db.transaction(tx => {
      const useUntil = machineClock.now().add({ minutes }).toString()
      return sendSms(tx, deps, { userId, to: '+421905123456', text: '123456', useUntil })
    })
  const fates = async () =>
    (await listMessagesTo(deps.db, userId, { limit: 9 })).map(({ channel, state, failure }) => [
      channel,
      state,
      failure,
    ])
  await text(10)
  await expect.poll(fates).toEqual([['sms', 'failed', 'Error']])
  await expect.poll(() => listFailedJobs(deps.db, { queue: smsQueue, limit: 9 })).toHaveLength(1)
  await expect
    .poll(async () => {
      // The next try is the last one, unless one is under way at this moment.
      await deps.db.execute(sql`update pgboss.job set retry_limit = retry_count + 1 where state = 'retry'`)
      return fates()
    })
    .toEqual([['sms', 'given_up', 'Error']])
  isAway = false
  await expect
    .poll(() => listFailedJobs(deps.db, { queue: smsQueue, limit: 9 }))
    .toMatchObject([{ state: 'failed' }])
  await deps.db.transaction(tx => retryFailedJobs(tx, { queue: smsQueue }))
  await expect.poll(fates).toEqual([['sms', 'delivered', null]])
  await text(0)
  await expect.poll(fates).toEqual([
    ['sms', 'refused', 'expired'],
    ['sms', 'delivered', null],
  ])
})
