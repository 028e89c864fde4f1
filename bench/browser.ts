import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliCompressSync } from 'node:zlib'
import { type CDPSession, chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import * as z from 'zod'
import { freePort } from '#server/testing/setup/free-port.ts'
import { browserFlags, findBrowser } from '../scripts/find-browser.ts'
import { Readers } from './server.ts'

/** Lighthouse scores (of 100), times in milliseconds. */
export type PageFigures = {
  performance: number
  accessibility: number
  bestPractices: number
  lcpMs: number
  /** Cumulative layout shift. */
  shift: number
  requests: number
  /** As sent, in kB: everything, and the document alone. */
  kb: number
  documentKb: number
  /** Failed audits of accessibility and best practices. */
  faults: string[]
}

/**
 * A browser that is signed in as the demo's premium reader, for Lighthouse and for counting bytes.
 *
 * @param trustedKeys hashes of the public keys of certificates that count as trusted
 */
export async function startBrowser(url: string, trustedKeys: readonly string[] = []) {
  const profile = mkdtempSync(join(tmpdir(), 'profil-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [
      ...browserFlags,
      // As the readers of a Slovak daily have it.
      '--accept-lang=sk-SK',
      `--remote-debugging-port=${port}`,
      // Trusted, not only tolerated: else nothing would be cached.
      ...(trustedKeys.length === 0 ? [] : [`--ignore-certificate-errors-spki-list=${trustedKeys.join(',')}`]),
    ],
    ignoreHTTPSErrors: true,
  })
  await context.request.get(`${url}/demo/readers.json`)
  const page = await context.newPage()
  await page.goto(`${url}/demo`)
  await page.locator('button[data-email]').first().click()
  await page.waitForURL(/predplatne/)

  return {
    /** Where a link of the page that is shown leads, whose address has this part. */
    hrefOf: async (part: string) =>
      (await page.locator(`a[href*="${part}"]`).first().getAttribute('href')) ?? '',
    /**
     * Transfer size of scripts on a first visit, in kB of brotli: `initial` is fetched before the
     * page is painted with its first answer, `later` comes by itself after that.
     */
    transferred: async (address: string) => {
      const fresh = await context.newPage()
      const bodies = new Map<string, Promise<number>>()
      fresh.on('response', response => {
        if (response.request().resourceType() !== 'script') return
        const size = response.body().then(body => brotliCompressSync(body).length / 1000)
        bodies.set(response.url(), size)
      })
      await fresh.goto(address, { waitUntil: 'networkidle' })
      const initial = new Set(
        await fresh.evaluate(() => {
          const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity
          const fetched = performance.getEntriesByType('resource')
          return fetched.filter(({ startTime }) => startTime < painted).map(({ name }) => name)
        }),
      )
      const kb = { initialScript: 0, laterScript: 0 }
      for (const [url, size] of bodies) {
        kb[initial.has(url) ? 'initialScript' : 'laterScript'] += await size
      }
      await fresh.close()
      return kb
    },
    /**
     * Lighthouse as on a phone.
     *
     * @param times number of runs; the result is the median of each figure
     * @param prepare called before each run
     * @param from address of the page whose link or script leads there
     */
    lighthouse: async (
      address: string,
      times = 3,
      prepare = async () => {},
      from?: string,
    ): Promise<PageFigures> => {
      const runs: PageFigures[] = []
      const run = async () => {
        await prepare()
        return await judge(address, port, from)
      }
      while (runs.length < times) {
        const judged = await run()
        // A browser that was too busy saw no paint, so there is nothing to judge.
        runs.push(Number.isFinite(judged.lcpMs) ? judged : await run())
      }
      return medianOf(runs)
    },
    /**
     * Pictures of a phone on a slow line: 400 ms to the server and back, 50 kB/s.
     *
     * @param take called with what is seen at each of the moments, in milliseconds from the beginning of the visit
     * @param from address of the page whose link or script leads there
     * @returns when the largest contentful paint was, in milliseconds
     */
    onSlowLine: async (
      address: string,
      moments: readonly number[],
      take: (picture: Buffer, atMs: number) => void,
      from?: string,
    ): Promise<number> => {
      const phone = await context.newPage()
      await phone.setViewportSize({ width: 390, height: 844 })
      const devtools = await context.newCDPSession(phone)
      await devtools.send('Network.enable')
      const throughput = { downloadThroughput: 50_000, uploadThroughput: 50_000 }
      await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 400, ...throughput })
      const arrived = phone.goto(address, {
        waitUntil: 'networkidle',
        ...(from !== undefined && { referer: from }),
      })
      await Promise.all([
        arrived,
        ...moments.map(async atMs => {
          await setTimeout(atMs)
          take(await pictureOf(devtools), atMs)
        }),
      ])
      const paintedMs: number = await phone.evaluate(
        `new Promise(resolve => new PerformanceObserver(list => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }))`,
      )
      await phone.close()
      return paintedMs
    },
    /** Clears the session. */
    signOut: () => context.clearCookies(),
    /** Clears the short-lived token: the session is still to be renewed. */
    forgetToken: async () => {
      for (const name of ['ppp', 'pps']) await context.clearCookies({ name })
    },
    /** Signs in as the demo's premium reader, without opening a page. */
    signIn: async () => {
      const { items } = Readers.parse(await (await context.request.get(`${url}/demo/readers.json`)).json())
      const reader = items.find(({ situation }) => situation === 'premium-card')
      await context.clearCookies()
      const data = { email: reader?.email, password: reader?.password }
      const answer = await context.request.post(`${url}/login`, { data, headers: { origin: url } })
      if (answer.status() !== 204) throw new Error(`Signing in answered ${answer.status()}`)
    },
    /** Opens the login's page and types as far as the password, while it fetches what comes next. */
    readLogin: async () => {
      const cookies = await context.cookies()
      await context.clearCookies()
      const login = await context.newPage()
      await login.goto(`${url}/login`)
      await login.locator('input[type=email]').fill('reader@example.com')
      await login.waitForLoadState('networkidle')
      await login.close()
      await context.addCookies(cookies)
    },
    emptyCache: async () => {
      await page.goto('about:blank')
      const devtools = await context.newCDPSession(page)
      await devtools.send('Network.clearBrowserCache')
      await devtools.detach()
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Tried for a second: while one document takes the place of another there is none to take a picture of. */
async function pictureOf(devtools: CDPSession): Promise<Buffer> {
  const untilMs = performance.now() + 1000
  for (;;) {
    try {
      return Buffer.from((await devtools.send('Page.captureScreenshot')).data, 'base64')
    } catch (error) {
      if (performance.now() > untilMs) throw error
      await setTimeout(20)
    }
  }
}

async function judge(address: string, port: number, from?: string): Promise<PageFigures> {
  const result = await lighthouse(address, {
    port,
    ...(from !== undefined && { extraHeaders: { Referer: from } }),
    disableStorageReset: true,
    ignoreStatusCode: true,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error',
  })
  if (!result) throw new Error(`Lighthouse gave no result for ${address}`)
  const { categories, audits } = result.lhr
  const score = (category: string) => (categories[category]?.score ?? 0) * 100
  const faults = ['accessibility', 'best-practices']
    .flatMap(category => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => id)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    ...transferOf(audits['network-requests']?.details),
    faults,
  }
}

const Requests = z.object({
  items: z.array(z.object({ resourceType: z.optional(z.string()), transferSize: z.number() })),
})

/** What Lighthouse saw on the line. */
function transferOf(details: unknown) {
  const { items } = Requests.parse(details)
  const sum = (some: typeof items) => some.reduce((total, { transferSize }) => total + transferSize, 0) / 1000
  return {
    requests: items.length,
    kb: sum(items),
    documentKb: sum(items.filter(({ resourceType }) => resourceType === 'Document').slice(0, 1)),
  }
}

/** The median of each figure by itself: a machine that is busy for a moment spoils now one and now another. */
function medianOf(runs: readonly PageFigures[]): PageFigures {
  const median = (of: (run: PageFigures) => number) =>
    runs.map(of).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? Number.NaN
  return {
    performance: median(run => run.performance),
    accessibility: median(run => run.accessibility),
    bestPractices: median(run => run.bestPractices),
    lcpMs: median(run => run.lcpMs),
    shift: median(run => run.shift),
    requests: median(run => run.requests),
    kb: median(run => run.kb),
    documentKb: median(run => run.documentKb),
    faults: [...new Set(runs.flatMap(run => run.faults))],
  }
}
