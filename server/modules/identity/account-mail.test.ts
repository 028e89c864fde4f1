import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { consumeAccountMail } from './account-mail.ts'
import { mailedLinks } from './tables.ts'

const server = openForFile(createTestApp)

test('idempotent: a repeated job mails one link once', async () => {
  const reader = await makeReader(server.deps, { confirmedAt: null })
  const { handle, queued } = await takeConsumer()
  const job = { userId: reader.id, reason: 'registration', nonce: 'the-same-request' }
  await handle(job)
  await handle(job)
  const links = await server.deps.db.select().from(mailedLinks).where(eq(mailedLinks.userId, reader.id))
  expect(links).toMatchObject([{ usedAt: null, replacedAt: null }])
  expect(queued).toHaveLength(1)
})

test('a job for an unknown address, or for an erased reader, mails nothing', async () => {
  const { handle, queued } = await takeConsumer()
  await handle({ userId: null, reason: 'forgotten_password', nonce: 'nobody' })
  await handle({ userId: 2_147_483_647, reason: 'forgotten_password', nonce: 'gone' })
  const { id: userId } = await makeReader(server.deps, { anonymizedAt: server.clock.now() })
  for (const reason of ['registration', 'forgotten_password', 'sign_in_link'])
    await handle({ userId, reason, nonce: `erased ${reason}` })
  expect(queued).toEqual([])
  expect(await server.deps.db.$count(mailedLinks, eq(mailedLinks.userId, userId))).toBe(0)
})

/** Calls the consumer directly, with a fake queue; lists the jobs that it enqueues. */
async function takeConsumer() {
  let handle: (data: unknown) => Promise<void> = () => Promise.reject(new Error('Nothing consumes the queue'))
  const queued: string[] = []
  const jobs: Jobs = {
    enqueue: async (_tx, queue) => {
      queued.push(queue)
    },
    consume: async (_queue, consumer) => {
      handle = data => consumer(data, false)
    },
    stop: async () => undefined,
  }
  await consumeAccountMail({ ...server.deps, jobs })
  return { handle, queued }
}
