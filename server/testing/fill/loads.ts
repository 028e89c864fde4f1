import { createWriteStream } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { loadConfig } from '#server/config/config.ts'
import { loadFolder } from '#server/ops/load/load-folder.ts'
import { machineClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'

const readers = 20_000

/** A publisher's lists, each with the rows of one reader. */
const files: Record<string, { header: string; rows: (reader: number) => string[] }> = {
  readers: {
    header: 'email,foreign_id,name,locale,confirmed,registered,registered_via',
    rows: of => [`${emailOf(of)},crm-${of},Jana Nová,sk,true,2024-03-01 10:00,web`],
  },
  cards: {
    header: 'key,reader,token,brand,last4,valid_until',
    rows: of => [`card-${of},${emailOf(of)},token-${of},Visa,4242,2031-08`],
  },
  payments: {
    header: 'key,reader,product,method,state,amount_cents,currency,at,card,document.kind,document.serial',
    rows: of =>
      years.map(
        year =>
          `${of}-${year},${emailOf(of)},premium_1y,card,paid,8990,EUR,${year}-03-02 10:00,card-${of},receipt,${of + 1}`,
      ),
  },
  subscriptions: {
    header:
      'key,reader,product,from,to,price_cents,payment,recurrence.state,recurrence.reason,recurrence.card',
    rows: of =>
      years.map((year, place) => {
        const recurrence = place === years.length - 1 ? 'on,' : 'off,renewed'
        const period = `${year}-03-02 10:00,${year + 1}-03-02 10:00`
        return `${of}-${year},${emailOf(of)},premium_1y,${period},8990,${of}-${year},${recurrence},card-${of}`
      }),
  },
  devices: {
    header: 'key,reader,name,type,last_activity',
    rows: of =>
      ['browser', 'phone'].map(type => `${type}-${of},${emailOf(of)},Firefox,${type},2026-10-01 09:00`),
  },
  'newsletter-signups': {
    header: 'reader,newsletter,state,at',
    rows: of => ['ranny-vyber', 'vecerny-suhrn'].map(code => `${emailOf(of)},${code},on,2026-01-05 09:00`),
  },
}
const years = [2024, 2025, 2026]
const emailOf = (reader: number) => `citatel.${reader}@posta.example`

/**
 * Loads a folder of many readers into an empty database, then again unchanged.
 *
 * @param url of the database
 * @param onProgress told every few seconds
 * @returns of both times how many rows it were, and how many a second
 */
export async function loadTwice(url: string, onProgress: (line: string) => void) {
  const database = openDatabase(url)
  const folder = await mkdtemp(join(tmpdir(), 'profil-loads-'))
  try {
    await migrateDatabase(url)
    await writeLoad(folder)
    const deps = { db: database.db, clock: machineClock, settings: loadConfig({}) }
    const load = async () => {
      const begun = performance.now()
      const report = await loadFolder(deps, folder, { onProgress })
      const rows = report.files.reduce((sum, { added, unchanged }) => sum + added + unchanged, 0)
      return { rows, rate: rows / ((performance.now() - begun) / 1000) }
    }
    return { first: await load(), again: await load() }
  } finally {
    await database.close()
    await rm(folder, { recursive: true })
  }
}

/** The folder of a publisher with 20,000 readers of three years. */
export async function writeLoad(folder: string): Promise<void> {
  for (const file of ['products.json', 'newsletters.json']) {
    await cp(join(projectRoot, 'demo', file), join(folder, file))
  }
  for (const [name, { header, rows }] of Object.entries(files)) {
    const file = createWriteStream(join(folder, `${name}.csv`))
    file.write(`${header}\n`)
    for (let reader = 0; reader < readers; reader++) file.write(`${rows(reader).join('\n')}\n`)
    file.end()
    await finished(file)
  }
}
