import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { refunds } from '#server/modules/payments/tables.ts'
import { openOperator } from '#server/testing/make/operator.ts'
import { makePayment, makeProduct } from '#server/testing/make/purchase.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeFailedJob } from '#server/testing/operation-examples/jobs.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  support = await openOperator(server, ['jobs:read', 'jobs:write'])
})

type Failed = { items: { id: string; queue: string; state: string; tries: number; error: string | null }[] }
type Refused = { errors: { key: string; field?: string; message: string }[] }
const failed = async (queue: string) => (await support.call('jobs failed', { queue })).json<Failed>().items

it('a job that failed is listed without what it holds, and done as soon as its retry is asked for', async () => {
  const { jobs, db } = server.deps
  await makeProduct(server.deps, { code: 'premium_1y' })
  const { id: userId } = await makeReader(server.deps)
  const at = server.clock.now()
  const paymentId = await makePayment(server.deps, {
    userId,
    productCode: 'premium_1y',
    at,
    gatewayKey: 'key',
    chargeReference: 'charge',
  })
  await db.insert(refunds).values({
    paymentId,
    amountCents: 100,
    reason: 'Complaint',
    requestedBy: 'support',
    access: 'keep',
    way: 'card',
    state: 'requested',
    key: 'refund',
    requestedAt: at,
  })
  await db.transaction(tx => jobs.enqueue(tx, 'refund-payment', { paymentId, token: 'secret' }))
  await expect.poll(() => failed('refund-payment')).toHaveLength(1)
  const answer = await support.call('jobs failed', { queue: 'refund-payment' })
  expect(answer.json<Failed>().items).toMatchObject([{ state: 'retry', error: 'GatewayUnavailable' }])
  expect(answer.body).not.toContain('secret')
  expect(answer.body).not.toContain('This test has no gateway')
  const queues = await support.call('jobs queues')
  expect(queues.json<{ items: { queue: string }[] }>().items).toContainEqual(
    expect.objectContaining({ queue: 'refund-payment', waiting: 0 }),
  )

  await db.update(refunds).set({ state: 'sent' })
  await support.call('jobs retry', { queue: 'refund-payment' })
  await expect.poll(() => failed('refund-payment')).toEqual([])
  const states = async () =>
    (await db.execute(sql`select state from pgboss.job where name = 'refund-payment'`)).rows
  await expect.poll(states).toEqual([{ state: 'completed' }])
})

it('race: of twenty retries at once each job is tried by one', async () => {
  const ids = [await makeFailedJob(server), await makeFailedJob(server)]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => support.call('jobs retry', { queue: 'deliver-mail', ids })),
  )
  const retried = answers.map(answer => answer.json<{ retried: number }>().retried)
  expect(retried.reduce((sum, each) => sum + each)).toBe(2)
  await expect.poll(() => failed('deliver-mail')).toEqual([])
})

it('a queue that is none, and a name that is none, are refused with those that there are', async () => {
  const unknown = await support.call('jobs retry', { queue: 'deliver-pigeons' })
  expect(unknown.json<Refused>().errors).toMatchObject([
    { field: 'queue', message: expect.stringContaining('deliver-mail') },
  ])
  const wrong = await support.call('jobs retry', { queue: 'deliver-mail', ids: ['1'] })
  expect(wrong.json<Refused>().errors).toMatchObject([{ key: 'invalid_input', field: 'ids.0' }])
})
