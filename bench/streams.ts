import { get, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { residentMb, signInOverHttp, startServer } from './server.ts'
import type { Figure } from './table.ts'

const streamCount = 2000
const changes = 20
const requests = 1500
const atOnce = 4

/**
 * Opens many streams of flag changes and measures their cost: latency of other calls, memory over many changes,
 * time until all are notified, and until all are closed by SIGTERM.
 *
 * @param dataDir of the benchmark, on which no server runs
 */
export async function measureStreams(dataDir: string): Promise<Figure[]> {
  const server = await startServer(dataDir)
  const database = new pg.Client({ connectionString: server.databaseUrl })
  try {
    await database.connect()
    const { cookie, userId } = await signInOverHttp(server.url, 'premium-card')
    const url = `${server.url}/rest/api/prv/v1/users/${userId}/subscriptions`
    await slowest(url, cookie)
    const idleMs = await slowest(url, cookie)

    const streams = await openStreams(`${server.url}/sub/sdk-demo`)
    const busyMs = await slowest(url, cookie)
    const tell = async () => {
      const told = Promise.all(streams.map(({ once }) => once('data')))
      const begun = performance.now()
      await database.query(`select pg_notify('profil_features', '')`)
      await told
      return performance.now() - begun
    }
    const toldMs = await tell()
    await tell()
    const before = await residentMb(server.pid)
    for (let change = 0; change < changes; change++) await tell()
    const grownMb = (await residentMb(server.pid)) - before

    await database.end()
    const ended = Promise.all(streams.map(({ once }) => once('close')))
    const stoppedAt = performance.now()
    await Promise.all([server.stop(), ended])
    const stoppedS = (performance.now() - stoppedAt) / 1000
    return [
      { what: '99th percentile of a call, idle', value: idleMs, unit: 'ms' },
      {
        what: `… with ${streamCount} streams open`,
        value: busyMs,
        unit: 'ms',
        budget: 2 * idleMs,
        floor: idleMs,
      },
      { what: `${streamCount} streams told of a change`, value: toldMs / 1000, unit: 's', budget: 2 },
      { what: `memory gained by ${changes} changes told to all`, value: grownMb, unit: 'MB', budget: 10 },
      {
        what: `SIGTERM with ${streamCount} streams open, until it ended`,
        value: stoppedS,
        unit: 's',
        budget: 5,
      },
    ]
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** 99th percentile of the time to an answer, in ms, the median of three rounds. */
async function slowest(url: string, cookie: string): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < 3; round++) {
    const times: number[] = []
    const ask = async () => {
      for (let count = 0; count < requests / atOnce; count++) {
        const begun = performance.now()
        const answer = await fetch(url, { headers: { cookie } })
        await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`)
        times.push(performance.now() - begun)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, ask))
    rounds.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN)
  }
  return rounds.sort((a, b) => a - b)[1] ?? Number.NaN
}

type Stream = { once: (event: 'data' | 'close') => Promise<void> }

async function openStreams(url: string): Promise<Stream[]> {
  const streams: Stream[] = []
  while (streams.length < streamCount) {
    const address = `10.0.0.${streams.length / 100}`
    streams.push(...(await Promise.all(Array.from({ length: 100 }, () => openStream(url, address)))))
  }
  return streams
}

function openStream(url: string, address: string): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'x-forwarded-for': address }
    get(url, { agent: false, headers }, response => {
      if (response.statusCode !== 200) return reject(new Error(`${url} answers ${response.statusCode}`))
      // Open once its first event has come; each later event is a change.
      response.once('data', () => resolve({ once: event => heard(response, event) }))
    }).on('error', reject)
  })
}

const heard = (response: IncomingMessage, event: 'data' | 'close') =>
  new Promise<void>(resolve => {
    const onData = (text: Buffer) => {
      if (event === 'data' && !text.toString().includes('features-updated')) return
      response.off(event, onData)
      resolve()
    }
    response.on(event, onData)
  })
