import { type SQL, sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { DataArchive } from '#contract/privacy/data-archive.ts'
import { filesIn } from '../inspect/zip.ts'
import { openDocuments } from './documents.ts'

type Data = { data: Record<string, Record<string, unknown>[]> }

/** The lists in an archive's `data.json`. */
export const dataIn = (files: Map<string, Buffer>) => JSON.parse(String(files.get('data.json'))) as Data

/** A server that makes archives of readers' data, and readers who ask for them. */
export async function openDataArchives() {
  const server = await openDocuments()

  async function enter(columns: Parameters<typeof server.signedIn>[0] = {}) {
    const { reader, browser, base } = await server.signedIn(columns)
    const path = `${base}/data-archives`
    const read = async () => (await browser.get(path)).json<DataArchive>()
    const ready = async () => {
      await expect.poll(async () => (await read()).state).toBe('ready')
      const archive = await read()
      if (archive.state !== 'ready') throw new Error(archive.state)
      return { ...archive, path: new URL(archive.url).pathname }
    }
    const download = async () => {
      const answer = await browser.get((await ready()).path)
      return { answer, files: filesIn(answer.rawPayload) }
    }
    const log = async () =>
      (await browser.get(`${base}/activity`)).json<{ items: Activity[] }>().items.map(({ kind }) => kind)
    return { reader, browser, base, path, read, ready, download, log, ask: () => browser.post(path) }
  }
  const run = async (statement: SQL) => (await server.deps.db.execute(statement)).rows
  const countChunks = async (userId: number) => {
    const [row] = await run(sql`select count(*)::int as n from data_archive_chunks
      join data_archives on id = archive_id where user_id = ${userId}`)
    return Number(row?.['n'])
  }
  return { ...server, enter, run, countChunks }
}
