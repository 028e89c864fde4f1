import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { freePort } from '#server/testing/free-port.ts'
import { browserFlags, findBrowser } from '../scripts/find-browser.ts'

type PageFigures = { performance: number; accessibility: number; lcpMs: number }

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
     * Script and style that a first visit of a page takes, in kB of brotli: initial is what is asked for before the
     * page is painted with its first answer, later what comes of itself once it stands there.
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
    /** Lighthouse as on a phone, the median of three by largest contentful paint. */
    lighthouse: async (address: string): Promise<PageFigures> => {
      const runs: PageFigures[] = []
      for (let run = 0; run < 3; run++) {
        const result = await lighthouse(address, {
          port,
          disableStorageReset: true,
          onlyCategories: ['performance', 'accessibility'],
          logLevel: 'error',
        })
        if (!result) throw new Error(`Lighthouse gave no result for ${address}`)
        const { categories, audits } = result.lhr
        runs.push({
          performance: (categories['performance']?.score ?? 0) * 100,
          accessibility: (categories['accessibility']?.score ?? 0) * 100,
          lcpMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
        })
      }
      const median = runs.sort((a, b) => a.lcpMs - b.lcpMs)[1]
      if (!median) throw new Error('Lighthouse ran too few times')
      return median
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
