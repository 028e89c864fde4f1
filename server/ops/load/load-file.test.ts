import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { loadConfig } from '#server/config/config.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { defineKind } from './kind.ts'
import { loadFile } from './load-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'profil-long-'))
const database = await createTestDatabase()
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const heapMb = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

test('a list of 100,000 rows is streamed in bounded memory', async () => {
  const path = join(folder, 'list.csv')
  const text = 'x'.repeat(400)
  const file = createWriteStream(path)
  file.write('code,text\n')
  for (let row = 0; row < 100_000; row++) file.write(`row-${row},${text}\n`)
  file.end()
  await finished(file)

  const start = heapMb()
  let highest = 0
  let rows = 0
  const kind = defineKind({
    name: 'list',
    schema: z.strictObject({ code: z.string(), text: z.string() }),
    keyOf: row => row.code,
    write: async () => {
      if (++rows % 10_000 === 0) highest = Math.max(highest, heapMb() - start)
      return 'added'
    },
  })
  const report = await loadFile(
    database.db,
    { path, file: 'list.csv', kind },
    {
      now: Temporal.Now.instant(),
      passwordHashes: new Map(),
      moved: new Map(),
      supplier: loadConfig({}).supplier,
      gateway: 'demo',
    },
  )
  expect(report).toEqual({ file: 'list.csv', added: 100_000, changed: 0, unchanged: 0 })
  // The file has 40 MB; what is kept is the name and the line of every row.
  expect(highest).toBeLessThan(20)
})
