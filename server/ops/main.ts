import { join, resolve } from 'node:path'
import { loadConfig } from '#server/config.ts'
import { machineClock, movableClock } from '#server/platform/clock.ts'
import { migrateDatabase, openDatabase } from '#server/platform/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { createLog } from '#server/platform/log.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { LoadError } from './load/load-error.ts'
import type { FileReport } from './load/load-file.ts'
import { loadFolder } from './load/load-folder.ts'

type CommandDeps = Pick<Deps, 'db' | 'clock'>

type Command = { usage: string; run: (deps: CommandDeps, args: string[]) => Promise<void> }

const commands: Record<string, Command> = {
  load: { usage: 'load FOLDER     loads a publisher’s JSON and CSV files', run: load },
}

const usage = `Usage: npm run ops -- COMMAND\n${Object.values(commands)
  .map(command => `  ${command.usage}`)
  .join('\n')}`

async function load(deps: CommandDeps, [folder]: string[]): Promise<void> {
  if (folder === undefined) throw new LoadError('Which folder? For example: npm run ops -- load demo')
  const { files, notKnown } = await loadFolder(deps, resolve(folder), report => console.log(summary(report)))
  if (files.length === 0) throw new LoadError(`${join(folder, '')} holds no file that can be loaded.`)
  if (notKnown.length > 0) console.log(`Not known, so not loaded: ${notKnown.join(', ')}`)
}

const summary = ({ file, added, changed, unchanged }: FileReport) =>
  `${file.padEnd(22)} ${added} added, ${changed} changed, ${unchanged} unchanged`

/** Opens the database that the configuration names: the running server's, or else the data folder's own. */
async function main([name = '', ...args]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) throw new LoadError(usage)
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  const own = config.databaseUrl === undefined ? await findRunningPostgres(config.dataDir) : undefined
  const started =
    config.databaseUrl === undefined && own === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log })
      : undefined
  const url = config.databaseUrl ?? own?.connectionString ?? started?.connectionString ?? ''
  const database = openDatabase(url, { maxConnections: 2 })
  try {
    await migrateDatabase(database)
    const clock = config.mode === 'demo' ? movableClock(database) : undefined
    await clock?.reload()
    await command.run({ db: database.db, clock: clock ?? machineClock }, args)
  } finally {
    await database.close()
    await started?.stop()
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof StartupError || error instanceof LoadError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
