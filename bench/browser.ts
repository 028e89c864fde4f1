import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '#server/testing/setup/free-port.ts'
import { browserFlags, findBrowser } from '../scripts/find-browser.ts'

/** Lighthouse scores (of 100), times in milliseconds. */
export type PageFigures = {
  performance: number
  accessibility: number
  bestPractices: number
  lcpMs: number
  /** Failed audits of accessibility and best practices. */
  faults: string[]
}

/** A browser that is signed in as the demo's premium reader, for Lighthouse and for counting bytes. */
export async function startBrowser(url: string) {
  const profile = mkdtempSync(join(tmpdir(), 'profil-browser-'))
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findBrowser(),
    args: [...browserFlags, `--remote-debugging-port=${port}`],
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
     * Transfer size of scripts and styles on a first visit, in kB of brotli: `initial` is fetched before the
     * page is painted with its first answer, `later` comes by itself after that.
     */
    transferred: async (address: string) => {
      const fresh = await context.newPage()
      const bodies = new Map<string, Promise<{ type: string; kb: number }>>()
      fresh.on('response', response => {
        const type = response.request().resourceType()
        if (type !== 'script' && type !== 'stylesheet') return
        const size = response.body().then(body => ({ type, kb: brotliCompressSync(body).length / 1000 }))
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
      const kb = { initialScript: 0, laterScript: 0, style: 0 }
      for (const [url, size] of bodies) {
        const { type, kb: more } = await size
        if (type === 'stylesheet') kb.style += more
        else kb[initial.has(url) ? 'initialScript' : 'laterScript'] += more
      }
      await fresh.close()
      return kb
    },
    /**
     * Lighthouse as on a phone.
     *
     * @param times number of runs; the result is the median of each figure
     */
    lighthouse: async (address: string, times = 3): Promise<PageFigures> => {
      const runs: PageFigures[] = []
      for (let run = 0; run < times; run++) {
        const judged = await judge(address, port)
        // A browser that was too busy saw no paint, so there is nothing to judge.
        runs.push(Number.isFinite(judged.lcpMs) ? judged : await judge(address, port))
      }
      return medianOf(runs)
    },
    /** Clears the session. */
    signOut: () => context.clearCookies(),
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

async function judge(address: string, port: number): Promise<PageFigures> {
  const result = await lighthouse(address, {
    port,
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
    faults,
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
    faults: [...new Set(runs.flatMap(run => run.faults))],
  }
}
