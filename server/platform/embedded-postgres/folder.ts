import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { link, mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../has-code.ts'
import { StartupError } from '../process/startup-error.ts'
import { isProcessAlive } from './process.ts'
import type { ClusterParts } from './runner.ts'

/** The database's user and database, the same in every data folder. */
export const POSTGRES_USER = 'profil'

/** Creates the data folder and returns its real path, which identifies a server. */
export async function prepareDataFolder(dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  return await realpath(dataDir)
}

/**
 * Reads the password of the data folder's database, or makes one. Concurrent starts agree on one password: the
 * file is created atomically, exactly once.
 */
export async function readOrMakePassword(dataDir: string): Promise<string> {
  const file = join(dataDir, 'postgres-password')
  const known = await readIfThere(file)
  if (known !== undefined) return known
  if (existsSync(join(dataDir, 'postgres'))) {
    throw new StartupError(
      `The database in ${dataDir} has lost its password file: put ${file} back from a backup, or set DATA_DIR to an empty folder.`,
    )
  }
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await rm(draft)
  }
  return await readFile(file, 'utf8')
}

/**
 * Makes the database's folder when there is none. Atomic: it is made in a temporary folder and renamed, so that
 * an interrupted start leaves nothing half done; of concurrent starts the first one wins.
 * @returns the folder's path
 * @throws StartupError for a folder that isn't of this PostgreSQL
 */
export async function ensureCluster(parts: ClusterParts): Promise<string> {
  const { folder, binaries, runner } = parts
  const cluster = join(folder, 'postgres')
  await removeLeftovers(folder)
  if (!existsSync(cluster)) await initialise(cluster, parts)
  const version = (await readIfThere(join(cluster, 'PG_VERSION')))?.trim()
  if (version !== binaries.major) {
    throw new StartupError(
      version === undefined
        ? `${cluster} holds something that is not a database: move it away, or set DATA_DIR to another folder.`
        : `The database in ${cluster} was made by PostgreSQL ${version} and this is PostgreSQL ${binaries.major}: move the data over with pg_dump, or set DATA_DIR to another folder.`,
    )
  }
  await runner.own(cluster)
  return cluster
}

async function initialise(
  cluster: string,
  { binaries, runner, password, durable }: ClusterParts,
): Promise<void> {
  const side = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${side}-password`
  try {
    await mkdir(side, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    await Promise.all([runner.own(side), runner.own(passwordFile)])
    const args = ['-D', side, '-U', POSTGRES_USER, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    // The built-in provider sorts and folds case alike on every machine; the system's libraries and ICU do not.
    args.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
    if (!durable) args.push('--no-sync')
    const child = runner.start(binaries.initdb, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (said += String(chunk)))
    const [code] = await once(child, 'close')
    if (code !== 0) throw initialisationError(cluster, said)
    await rename(side, cluster).catch((error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY') && !hasCode(error, 'EEXIST')) throw error // another start was first
    })
    await syncFolder(join(cluster, '..'))
  } finally {
    await rm(side, { recursive: true, force: true })
    await rm(passwordFile, { force: true })
  }
}

function initialisationError(cluster: string, said: string): Error {
  if (said.includes('No space left')) return Object.assign(new Error(said), { code: 'ENOSPC' })
  const reason = said.split('\n').find(line => line.includes('error:') || line.includes('FATAL:')) ?? said
  return new StartupError(
    `The database in ${cluster} could not be made (${reason.trim()}): check that folder and its disk.`,
  )
}

/** Fsync of the folder: without it a power cut could undo the rename after the first commits. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // Windows has no such call
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes what a start that was killed in the middle of making the database left behind. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const maker = /^postgres\.new-(\d+)-/.exec(name)?.[1]
    if (maker === undefined || isProcessAlive(Number(maker))) continue
    await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
