import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#server/config/config.ts'
import { type FolderReport, loadFolder } from '#server/ops/load/load-folder.ts'
import { machineClock } from '#server/platform/clock.ts'
import { createTestDatabase } from '../setup/test-database.ts'

/**
 * A database of one's own into which single files are loaded as the publisher's people do it.
 *
 * @param settings as the configuration without any variable when not given
 */
export async function openFileLoad(settings = loadConfig({})) {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'profil-load-'))
  const deps = { db: database.db, clock: machineClock, settings }
  return {
    ...deps,
    /**
     * @param file its name
     * @param content its text, or objects written as one JSON value per line
     */
    load: async (file: string, content: string | readonly object[]): Promise<FolderReport> => {
      const path = join(folder, file)
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      try {
        return await loadFolder(deps, folder)
      } finally {
        await rm(path)
      }
    },
    close: async () => {
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}
