import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config/config.ts'
import { loadFolder } from '#server/ops/load/load-folder.ts'
import { createTestDatabase } from '../setup/test-database.ts'

/** A database, and a folder with files of a publisher's data that is loaded into it on 21 November 2026. */
export async function openFolderLoad() {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'profil-load-'))
  const begin = Temporal.Instant.from('2026-11-21T06:34:10Z')
  let now = begin
  const deps = { db: database.db, clock: { now: () => now }, settings: loadConfig({}) }
  return {
    db: database.db,
    path: folder,
    /** @param from another folder than its own */
    load: (options: Parameters<typeof loadFolder>[2] = {}, from = folder) => loadFolder(deps, from, options),
    /** The same where cards are Stripe's. */
    loadForStripe: () =>
      loadFolder({ ...deps, settings: { ...deps.settings, gateway: 'stripe' } }, folder, {}),
    put: (file: string, content: unknown) =>
      writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2)),
    wait: (hours: number) => {
      now = now.add({ hours })
    },
    /** Every row of every table, with the transaction that wrote it. */
    everything: async () => {
      const { rows } = await database.pool.query<{ name: string }>(
        `select table_name as name from information_schema.tables
          where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      )
      const contents: Record<string, unknown[]> = {}
      for (const { name } of rows) {
        const read = await database.pool.query(`select t::text, t.xmin::text from "${name}" t order by 1`)
        contents[name] = read.rows
      }
      return contents
    },
    /** Begins anew. */
    empty: async () => {
      await database.pool.query('truncate users, products, payments, faq_categories, layout_blocks cascade')
      await rm(folder, { recursive: true })
      await mkdir(folder)
      now = begin
    },
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

export const premium = {
  code: 'premium_1y',
  group: 'premium',
  audience: 'person',
  price_cents: 8990,
  currency: 'EUR',
  length: 'P1Y',
  access: ['web', 'device6'],
  device_limit: 6,
  seats: 1,
  renews_into: 'premium_1y',
  name: { sk: 'Prémium', en: 'Premium' },
  sold: true,
}
export const reader = {
  email: 'Jana@example.com',
  name: 'Jana',
  locale: 'sk',
  confirmed: true,
  registered: '-P2Y 10:00',
  registered_via: 'web',
}
export const period = {
  key: 'one',
  reader: 'jana@example.com',
  product: 'premium_1y',
  from: '-P1Y2M 10:00',
  price_cents: 7990,
  recurrence: { state: 'off', reason: 'renewed' },
}

/** What a load that is refused says, line by line. */
export const faultsOf = async (loading: Promise<unknown>) =>
  String(
    await loading.then(
      () => 'none',
      (error: unknown) => (error instanceof Error ? error.message : error),
    ),
  ).split('\n')
