import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { routes } from '#contract/routes.ts'
import { buildIfNeeded } from '../scripts/build.ts'
import { measureArrivals } from './arrivals.ts'
import { startBrowser } from './browser.ts'
import { measureChanges } from './changes.ts'
import { measureCharges } from './charges.ts'
import { judgeEveryPage } from './every-page.ts'
import { startFloorApi } from './floor-api.ts'
import { measureFollows } from './follows.ts'
import { measureLarge } from './large.ts'
import { measureLargeWrites } from './large-writes.ts'
import { measureLoads } from './loads.ts'
import { measureMemory } from './memory.ts'
import { takePictures } from './pictures.ts'
import { measureRequests, measureStart, settledMb, signInOverHttp, startOf, startServer } from './server.ts'
import { measureFailover } from './siege/failover.ts'
import { measureStreams } from './streams.ts'
import { type Figure, printTable } from './table.ts'
import { measureVisits } from './visits.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** What is measured, by name: of a server that runs, or over a data folder on which none does. */
const parts: Record<
  string,
  { of?: (server: Server) => Promise<Figure[]>; over?: (dataDir: string) => Promise<Figure[]> }
> = {
  start: { over: measureStarts },
  pages: { of: ({ url }) => measurePages(url) },
  calls: { of: measureCalls },
  searches: { of: measureFollows },
  charges: { of: ({ databaseUrl }) => measureCharges(databaseUrl) },
  loads: { of: ({ databaseUrl }) => measureLoads(databaseUrl) },
  judgement: { of: ({ url }) => judgePages(url) },
  arrivals: { over: measureArrivals },
  pictures: { over: takePictures },
  streams: { over: measureStreams },
  visits: { over: measureVisits },
  memory: { over: measureMemory },
  failover: { over: () => measureFailover() },
}

/**
 * Measures what the product promises about its size and speed; budgets are ratios to a floor of the same run.
 *
 * @param names of the parts; all when none is given
 */
async function run(names: readonly string[]): Promise<void> {
  const unknown = names.filter(name => !Object.hasOwn(parts, name))
  if (unknown.length > 0) {
    console.error(`${unknown.join(', ')}: not a part; there are ${Object.keys(parts).join(', ')}.`)
    process.exitCode = 1
    return
  }
  await buildIfNeeded()
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-bench-'))
  const figures: Figure[] = []
  const failed: string[] = []
  try {
    // The first start fills the folder.
    await withServer(dataDir, async () => [])
    for (const [name, { of, over }] of Object.entries(parts)) {
      if (names.length > 0 && !names.includes(name)) continue
      console.log(`Measuring ${name} …`)
      try {
        if (over) figures.push(...(await over(dataDir)))
        if (of) figures.push(...(await withServer(dataDir, of)))
      } catch (error) {
        // Tried alone, so that half an hour of figures is not lost with it.
        console.error(error)
        failed.push(name)
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  const holds = printTable(figures)
  if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`)
  process.exitCode = holds && failed.length === 0 ? 0 : 1
}

async function withServer(
  dataDir: string,
  measure: (server: Server) => Promise<Figure[]>,
): Promise<Figure[]> {
  const server = await startServer(dataDir)
  try {
    return await measure(server)
  } finally {
    await server.stop()
  }
}

async function measureStarts(dataDir: string): Promise<Figure[]> {
  const seconds = await measureStart(dataDir)
  return [{ what: 'npm start, warm, until it answers', value: seconds, unit: 's', budget: 2 }]
}

async function measureCalls(server: Server): Promise<Figure[]> {
  const figures = [...(await measureApi(server)), ...(await measureChanges(server.url))]
  const memory = await settledMb(server.pid)
  const floor = await floorMemory(server)
  return [
    ...figures,
    { what: 'memory of bare Fastify after calls, started alike', value: floor, unit: 'MB' },
    { what: 'memory of the server after calls', value: memory, unit: 'MB', budget: 1.5 * floor, floor },
  ]
}

/** Two fifths of the server's memory are pages of Node's own file, and how many of them are in memory is the system's choice. */
async function floorMemory({ databaseUrl, pid }: Server): Promise<number> {
  const floor = await startFloorApi(databaseUrl, '1', '{}', startOf(pid))
  try {
    await measureRequests([{ url: `${floor.url}/subscriptions`, cookie: '' }])
    return await settledMb(floor.pid)
  } finally {
    await floor.stop()
  }
}

async function measurePages(url: string): Promise<Figure[]> {
  const browser = await startBrowser(url)
  try {
    const figures: Figure[] = []
    for (const path of ['/predplatne', '/faq']) {
      const kb = await browser.transferred(`${url}${path}`)
      const page = await browser.lighthouse(`${url}${path}`, 5)
      figures.push(
        { what: `${path}: initial JavaScript, brotli`, value: kb.initialScript, unit: 'kB', budget: 100 },
        { what: `${path}: JavaScript after the first paint`, value: kb.laterScript, unit: 'kB' },
        {
          what: `${path}: Lighthouse performance, phone`,
          value: page.performance,
          unit: '',
          budget: 95,
          atLeast: true,
        },
        {
          what: `${path}: Lighthouse accessibility`,
          value: page.accessibility,
          unit: '',
          budget: 100,
          atLeast: true,
        },
      )
    }
    const stopping = new URL(await browser.hrefOf(routes.stop_recurrence.path), url)
    const stoppingKb = await browser.transferred(stopping.href)
    figures.push({
      what: `${stopping.pathname}: initial JavaScript, brotli`,
      value: stoppingKb.initialScript,
      unit: 'kB',
      budget: 115,
    })
    return figures
  } finally {
    await browser.close()
  }
}

async function judgePages(url: string): Promise<Figure[]> {
  const browser = await startBrowser(url)
  try {
    return await judgeEveryPage(browser, url)
  } finally {
    await browser.close()
  }
}

async function measureApi(server: { url: string; databaseUrl: string }): Promise<Figure[]> {
  const { cookie, userId } = await signInOverHttp(server.url, 'premium-card')
  const path = `/rest/api/prv/v1/users/${userId}/subscriptions`
  const body = await (await fetch(`${server.url}${path}`, { headers: { cookie } })).text()
  const floor = await startFloorApi(server.databaseUrl, userId, body)
  try {
    const measured = await measureRequests([
      { url: `${floor.url}/subscriptions`, cookie },
      { url: `${server.url}${path}`, cookie },
    ])
    const [floorRate = 0, rate = 0] = measured
    return [
      { what: 'bare Fastify + one prepared query, same bytes', value: floorRate, unit: 'req/s' },
      {
        what: 'GET …/subscriptions',
        value: rate,
        unit: 'req/s',
        budget: 0.5 * floorRate,
        atLeast: true,
        floor: floorRate,
      },
    ]
  } finally {
    await floor.stop()
  }
}

const [first, readers = '1000000'] = process.argv.slice(2)
if (first === '--large') {
  await buildIfNeeded()
  const figures = [...(await measureLarge(Number(readers))), ...(await measureLargeWrites(Number(readers)))]
  process.exitCode = printTable(figures) ? 0 : 1
} else await run(process.argv.slice(2))
