import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { lstat } from 'node:fs/promises'
import { StartupError } from '../process/startup-error.ts'
import type { PostgresBinaries } from './binaries.ts'

/** The way in which PostgreSQL's programs are run on this machine, and who must own what they write. */
export type Runner = {
  start(program: string, args: string[], options: RunOptions): ChildProcess
  /** Makes a file or a whole folder belong to the user that the programs run as; nothing to do for a plain user. */
  own(path: string): Promise<void>
}

/** The data folder, the password and programs of its database, and whether to fsync. */
export type ClusterParts = {
  folder: string
  binaries: PostgresBinaries
  runner: Runner
  password: string
  durable: boolean
}

type RunOptions = { cwd: string; stdio: ['ignore', number | 'pipe', number | 'pipe']; detached?: boolean }
type Way = { owner: number | undefined; prefix: string[]; uid?: number; gid?: number }

/** User and group id of "nobody". */
const NOBODY = 65_534

/**
 * Chooses how to run PostgreSQL, which refuses to run as root. An ordinary user runs it as oneself. Root runs
 * it as "nobody"; where that user cannot reach the folder or the programs (a clone in /root), inside a user
 * namespace, in which root's own files are reached without being root; and where namespaces are forbidden (many
 * containers), as "nobody" with the one capability to pass through private folders.
 * @param folder the data folder, which exists
 * @throws StartupError where none of them works
 */
export async function chooseRunner(binaries: PostgresBinaries, folder: string): Promise<Runner> {
  const ways = waysToRun()
  for (const way of ways) if (await works(way, binaries, folder)) return runnerFor(way)
  throw new StartupError(
    process.getuid?.() === 0
      ? `PostgreSQL refuses to run as root and no other user may enter ${folder}: start as an ordinary user, or move the project and DATA_DIR out of private folders.`
      : `The PostgreSQL that came with the packages does not run on this system: set DATABASE_URL to a PostgreSQL 15 or later of your own.`,
  )
}

function waysToRun(): Way[] {
  if (process.getuid?.() !== 0) return [{ owner: undefined, prefix: [] }]
  const keep = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
  return [
    { owner: NOBODY, prefix: [], uid: NOBODY, gid: NOBODY },
    { owner: 0, prefix: ['unshare', '--user'] },
    {
      owner: NOBODY,
      prefix: ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', ...keep],
    },
  ]
}

async function works(way: Way, binaries: PostgresBinaries, folder: string): Promise<boolean> {
  const runner = runnerFor(way)
  const args =
    way.owner === undefined
      ? { program: binaries.postgres, args: ['--version'] }
      : {
          program: 'sh',
          args: ['-c', 'test -x "$1" && exec "$2" --version', 'sh', folder, binaries.postgres],
        }
  try {
    const child = runner.start(args.program, args.args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
    const [code] = await once(child, 'exit')
    return code === 0
  } catch {
    return false // the wrapping program is not there, or may not do it
  }
}

function runnerFor(way: Way): Runner {
  const { owner, prefix, uid, gid } = way
  return {
    start(program, args, options) {
      const [file = program, ...rest] = [...prefix, program, ...args]
      return spawn(file, rest, {
        ...options,
        ...(uid !== undefined && { uid }),
        ...(gid !== undefined && { gid }),
        env: environment(),
        windowsHide: true,
      })
    },
    async own(path) {
      if (owner === undefined || (await lstat(path)).uid === owner) return
      const [code] = await once(spawn('chown', ['-Rh', `${owner}:${owner}`, path]), 'exit')
      if (code !== 0)
        throw new StartupError(
          `${path} could not be given to the database's user: start as an ordinary user.`,
        )
    },
  }
}

/** Only what the programs need: the server's environment holds secrets, and PG* variables would change the defaults. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' }
}
