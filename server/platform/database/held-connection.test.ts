import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBreaches } from '#server/testing/checks/one-connection.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import type { Tx } from './database.ts'
import { holdConnection, holdingPlaces } from './held-connection.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const outside = createServer((_, response) => response.end())
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  await once(outside.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address with it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
})
afterAll(async () => {
  outside.close()
  await database.close()
})

const ask = (tx: Pick<Tx, 'execute'>) => tx.execute(sql`select 1`)
const askAgain = () => ask(database.db)
const begin = () => database.db.transaction(ask)
const callByFetch = async () => (await fetch(`${url}/charges`)).text()
const callByHttp = async () => {
  const [answer] = (await once(request(`${url}/charges`).end(), 'response')) as [NodeJS.ReadableStream]
  answer.resume()
}
const openSocket = async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

test.each([
  [
    'a second connection',
    askAgain,
    /^A connection was held while waiting for another connection, in\n[^]*held-connection/,
  ],
  ['a transaction of its own', begin, /for another connection, in\n[^]*held-connection/],
  ['a call by fetch', callByFetch, /for the answer to GET \/charges$/],
  ['a call by HTTP', callByHttp, /for the answer to GET \/charges$/],
  ['a socket', openSocket, /for another machine, in\n[^]*held-connection/],
])('R17.02 a transaction that waits for %s is found by the check', async (_, wait, message) => {
  await wait()
  expect(takeBreaches()).toEqual([])
  await database.db.transaction(async tx => {
    await ask(tx)
    // A nested transaction (savepoint) takes no connection.
    await tx.transaction(ask)
    expect(takeBreaches()).toEqual([])
    await wait()
  })
  expect(takeBreaches()).toContainEqual(expect.stringMatching(message))
  await wait()
  expect(takeBreaches()).toEqual([])
})

test('R17.02 charges, mails and texts may hold a connection over a call outside, but not wait for a second connection', async () => {
  expect(holdingPlaces).toEqual(['charges', 'mails', 'texts'])
  for (const place of ['charges', 'mails', 'texts'] as const) {
    await holdConnection(database.db, place, async tx => {
      await ask(tx)
      await callByFetch()
      await callByHttp()
      await openSocket()
    })
    expect(takeBreaches()).toEqual([])
    await holdConnection(database.db, place, askAgain)
    expect(takeBreaches()).toHaveLength(1)
  }
})

test('R17.02 however many mails there are, a process holds one connection for them', async () => {
  let held = 0
  let most = 0
  await Promise.all(
    Array.from({ length: 8 }, () =>
      holdConnection(database.db, 'mails', async tx => {
        most = Math.max(most, ++held)
        await ask(tx)
        held--
      }),
    ),
  )
  expect(most).toBe(1)
})
