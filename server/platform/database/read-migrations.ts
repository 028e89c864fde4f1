import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) })

export type Migration = {
  /** Of its file, without the ending. */
  name: string
  statements: readonly string[]
  madeAtMs: number
  /** SHA-256 of the file, as Drizzle's own migrator writes it down. */
  hash: string
}

/**
 * Reads the migrations that `npm run migrations` has made, oldest first.
 *
 * @param folder with the files and `meta/_journal.json`
 */
export function readMigrations(folder: string): Migration[] {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  return entries.map(({ tag, when }) => {
    const text = readFileSync(join(folder, `${tag}.sql`), 'utf8')
    return {
      name: tag,
      statements: text.split('--> statement-breakpoint'),
      madeAtMs: when,
      hash: createHash('sha256').update(text).digest('hex'),
    }
  })
}
