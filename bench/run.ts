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
import { measureRequests, measureStart, residentMb, signInOverHttp, startServer } from './server.ts'
import { measureStreams } from './streams.ts'
import { type Figure, printTable } from './table.ts'

/** Measures what the product promises about its size and speed; budgets are ratios to a floor of the same run. */
async function run(): Promise<void> {
  await buildIfNeeded()
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-bench-'))
  const figures: Figure[] = []
  try {
    const first = await startServer(dataDir)
    await first.stop()
    console.log('Measuring the start …')
    const startS = await measureStart(dataDir)
    figures.push({ what: 'npm start, warm, until it answers', value: startS, unit: 's', budget: 2 })

    const server = await startServer(dataDir)
    try {
      console.log('Measuring pages …')
      figures.push(...(await measurePages(server.url)))
      console.log('Measuring calls …')
      figures.push(...(await measureApi(server)))
      figures.push(...(await measureChanges(server.url)))
      const memory = await residentMb(server.pid)
      figures.push({ what: 'memory of the server after it', value: memory, unit: 'MB', budget: 150 })
      console.log('Measuring searches …')
      figures.push(...(await measureFollows(server)))
      console.log('Measuring charges …')
      figures.push(...(await measureCharges(server.databaseUrl)))
      console.log('Judging every page …')
      figures.push(...(await judgePages(server.url)))
    } finally {
      await server.stop()
    }
    console.log('Measuring arrivals …')
    figures.push(...(await measureArrivals(dataDir)))
    console.log('Measuring streams …')
    figures.push(...(await measureStreams(dataDir)))
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.exitCode = printTable(figures) ? 0 : 1
}

async function measurePages(url: string): Promise<Figure[]> {
  const browser = await startBrowser(url)
  try {
    const figures: Figure[] = []
    for (const path of ['/predplatne', '/faq']) {
      const kb = await browser.transferred(`${url}${path}`)
      const page = await browser.lighthouse(`${url}${path}`)
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

await run()
