import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { arrivals } from './arrivals.ts'
import { startBrowser } from './browser.ts'
import { startServer } from './server.ts'
import type { Figure } from './table.ts'

/** When a reader on a slow line is looked at, in milliseconds. */
const moments = [500, 1000, 2000, 3000]
const folder = fileURLToPath(new URL('../gallery/slow-line', import.meta.url))

/**
 * Pictures of what each arrival sees on a slow line with an empty cache, in `gallery/slow-line`, and when its largest
 * paint was. There is no budget: a picture is to be looked at.
 *
 * @param dataDir of the benchmark, on which no server runs
 */
export async function takePictures(dataDir: string): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true })
  const server = await startServer(dataDir)
  const browser = await startBrowser(server.url)
  try {
    const figures: Figure[] = []
    for (const { what, path, as, from } of arrivals) {
      await browser.emptyCache()
      await browser.signIn()
      await as(browser)
      const name = `${path.slice(1)}-${what.replaceAll(/[^a-z]+/g, '-')}`
      const paintedMs = await browser.onSlowLine(
        `${server.url}${path}`,
        moments,
        (picture, atMs) => writeFileSync(join(folder, `${name}-${atMs}.png`), picture),
        from && `${server.url}${from}`,
      )
      figures.push({ what: `${path}, ${what}: largest paint on a slow line`, value: paintedMs, unit: 'ms' })
    }
    return figures
  } finally {
    await browser.close()
    await server.stop()
  }
}
