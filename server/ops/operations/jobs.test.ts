import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeFailedJob } from '#server/testing/operation-examples/jobs.ts'
import { openOperator } from '#server/testing/operator.ts'
import { createTestApp, type TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let support: Awaited<ReturnType<typeof openOperator>>
beforeAll(async () => {
  server = await createTestApp()
  support = await openOperator(server, ['jobs:read', 'jobs:write'])
})
afterAll(() => server.close())

type Failed = { items: { id: string; queue: string; state: string; tries: number; error: string | null }[] }
type Refused = { errors: { key: string; field?: string; message: string }[] }
const failed = async (queue: string) => (await support.call('jobs failed', { queue })).json<Failed>().items

it('a job that failed is listed without what it holds, and done as soon as its retry is asked for', async () => {
  const { jobs, db } = server.deps
  let isDown = true
  const handled: unknown[] = []
  await jobs.consume('tell-partner', async data => {
    if (isDown) throw Object.assign(new Error('secret of jana@dennik.example'), { code: 'ECONNREFUSED' })
    handled.push(data)
  })
  await db.transaction(tx => jobs.enqueue(tx, 'tell-partner', { token: 'secret' }))
  await expect.poll(() => failed('tell-partner'), { timeout: 15_000 }).toHaveLength(1)
  const answer = await support.call('jobs failed', { queue: 'tell-partner' })
  expect(answer.json<Failed>().items).toMatchObject([{ state: 'retry', error: 'Error ECONNREFUSED' }])
  expect(answer.body).not.toContain('secret')
  const queues = await support.call('jobs queues')
  expect(queues.json<{ items: { queue: string }[] }>().items).toContainEqual(
    expect.objectContaining({ queue: 'tell-partner', waiting: 0 }),
  )

  isDown = false
  await support.call('jobs retry', { queue: 'tell-partner' })
  await expect.poll(() => handled, { timeout: 15_000 }).toEqual([{ token: 'secret' }])
  expect(await failed('tell-partner')).toEqual([])
})

it('of twenty retries at once each job is tried by one', async () => {
  const ids = [await makeFailedJob(server), await makeFailedJob(server)]
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => support.call('jobs retry', { queue: 'deliver-mail', ids })),
  )
  const retried = answers.map(answer => answer.json<{ retried: number }>().retried)
  expect(retried.reduce((sum, each) => sum + each)).toBe(2)
  await expect.poll(() => failed('deliver-mail'), { timeout: 15_000 }).toEqual([])
})

it('a queue that is none, and a name that is none, are refused with those that there are', async () => {
  const unknown = await support.call('jobs retry', { queue: 'deliver-pigeons' })
  expect(unknown.json<Refused>().errors).toMatchObject([
    { field: 'queue', message: expect.stringContaining('deliver-mail') },
  ])
  const wrong = await support.call('jobs retry', { queue: 'deliver-mail', ids: ['1'] })
  expect(wrong.json<Refused>().errors).toMatchObject([{ key: 'invalid_input', field: 'ids.0' }])
})
