import { expect, test } from 'vitest'
import type { changeAccesses } from '#contract/companies/companies.ts'
import type { EndpointOutput } from '#contract/endpoint.ts'
import { administer, codeOf, keyOf, signInSomebody, somebody } from '#server/testing/make/company-people.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)

/** A company with people who wait, one who reads, and one whose access is deactivated. */
async function company(seats = 6) {
  const boss = await administer(server, { seats })
  const waiting = [await boss.addOne(), await boss.addOne()]
  const reads = await boss.addOne()
  const reader = await signInSomebody(server)
  await reader.take(codeOf(reads))
  const ended = await boss.addOne()
  await boss.deactivate(ended.id)
  const change = (act: string, ids: readonly number[]) =>
    boss.browser.post(`${boss.path}/changes`, { json: { act, ids } })
  return {
    ...boss,
    waiting: waiting.map(({ id }) => id),
    reads: reads.id,
    reader,
    ended: ended.id,
    change,
    results: async (act: string, ids: readonly number[]) =>
      (await change(act, ids))
        .json<EndpointOutput<typeof changeAccesses>>()
        .results.map(({ id, error }) => [id, error?.key ?? null]),
    states: async () => Object.fromEntries((await boss.list()).items.map(({ id, state }) => [id, state])),
  }
}

test('R13.12 each of many is tried alone and has its own result; the log has one entry', async () => {
  const { waiting, reads, reader, ended, results, states, activity } = await company()
  const stranger = await administer(server)
  const foreign = (await stranger.addOne()).id
  const [first = 0, second = 0] = waiting
  expect(await results('send_link', [first, reads, foreign, 999_999, second, first])).toEqual([
    [first, null],
    [reads, 'company_access_not_waiting'],
    [foreign, 'forbidden'],
    [999_999, 'forbidden'],
    [second, null],
  ])
  expect(await results('deactivate', [reads, first, ended])).toEqual([
    [reads, null],
    [first, null],
    [ended, null],
  ])
  expect(await states()).toEqual({
    [first]: 'deactivated',
    [second]: 'waiting',
    [reads]: 'deactivated',
    [ended]: 'deactivated',
  })
  expect((await reader.subscriptions()).every(({ state }) => state === 'inactive')).toBe(true)
  expect(await results('activate', [first, reads, second])).toEqual([
    [first, null],
    [reads, null],
    [second, null],
  ])
  expect((await reader.subscriptions()).some(({ state }) => state === 'active')).toBe(true)
  expect((await activity()).slice(0, 3)).toEqual([
    ['access_activated', { count: '3' }],
    ['access_deactivated', { count: '3' }],
    ['access_link_sent', { count: '2' }],
  ])
})

test('R13.12 race: twenty who give back the last seat give it once', async () => {
  const { ended, addOne, change, states } = await company(4)
  const other = (await addOne(somebody())).id
  await change('deactivate', [other])
  const answers = await Promise.all(Array.from({ length: 20 }, () => change('activate', [ended, other])))
  expect(new Set(answers.map(each => each.statusCode))).toEqual(new Set([200]))
  const open = Object.values(await states()).filter(state => state !== 'deactivated')
  expect(open).toHaveLength(4)
})

test('R13.12 an item that fails for a reason of ours holds up no other', async () => {
  const { waiting, results } = await company()
  const [first = 0, second = 0] = waiting
  const { jobs } = server.deps
  const enqueue = jobs.enqueue.bind(jobs)
  let calls = 0
  jobs.enqueue = async (...given) => {
    if (calls++ === 0) throw new TypeError('the queue is broken')
    return enqueue(...given)
  }
  try {
    expect(await results('send_link', [first, second])).toEqual([
      [first, 'internal_server_error'],
      [second, null],
    ])
  } finally {
    jobs.enqueue = enqueue
  }
})

test('R13.12 nobody else’s list is changed, and nothing that is not understood', async () => {
  const { reads, change, path, reader } = await company()
  const asReader = await reader.browser.post(`${path.replace(/users\/\d+/, `users/${reader.id}`)}/changes`, {
    json: { act: 'deactivate', ids: [reads] },
  })
  expect([asReader.statusCode, keyOf(asReader)]).toEqual([403, 'forbidden'])
  expect(keyOf(await change('deactivate', []))).toBe('required')
  const tooMany = await change(
    'deactivate',
    Array.from({ length: 101 }, (_, id) => id + 1),
  )
  expect(tooMany.json()).toMatchObject({ errors: [{ key: 'company_too_many_lines', params: { max: 100 } }] })
  expect((await change('erase', [reads])).statusCode).toBe(400)
})
