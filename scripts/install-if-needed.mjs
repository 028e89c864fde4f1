// Runs before every command of package.json, on whatever Node the machine has (20 or later) and before anything is
// installed: plain JavaScript that needs no package. When all is in place it costs a hash of the lock file.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const PROJECT_NODE = 26
const PROGRESS_MS = 10_000
/** Lines shown of npm's output, which ends with its whole manual. */
const NPM_LINES = 20

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.installed-lock')

try {
  requireNode(OLDEST_NODE)
  const lock = readFileSync(join(root, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (readIfThere(stampFile) !== wanted) {
    if (!isInstalled(lock)) await install()
    writeFileSync(stampFile, wanted)
  }
  if (!hasProjectNode()) linkProjectNode()
  if (!hasProjectNode()) requireNode(PROJECT_NODE)
  if (process.platform === 'win32') standInForExec()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/** @param {number} oldest the major version that is needed */
function requireNode(oldest) {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= oldest) return
  throw new Error(
    `Node ${oldest} or later is needed and this is Node ${process.versions.node}: install it from https://nodejs.org and run the command again.`,
  )
}

/** The lock file brings the Node that the project runs on, for the usual systems; npm puts it first in the path. */
function hasProjectNode() {
  return ['node', 'node.cmd'].some(name => existsSync(join(root, 'node_modules', '.bin', name)))
}

/**
 * npm 10 removes the link to Node together with those of the packages for other systems, which all have the
 * same name; this restores it.
 */
function linkProjectNode() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const folder = join(root, 'node_modules')
  for (const name of Object.keys(optionalDependencies).filter(each => each.startsWith('node-'))) {
    const manifest = readIfThere(join(folder, name, 'package.json'))
    if (manifest === undefined) continue
    const program = join('..', name, JSON.parse(manifest).bin.node)
    if (process.platform === 'win32')
      writeFileSync(join(folder, '.bin', 'node.cmd'), `@"%~dp0\\${program}" %*\r\n`)
    else symlinkSync(program, join(folder, '.bin', 'node'))
    return
  }
}

/**
 * Scripts of package.json begin with `exec`, so that Node replaces the shell and receives npm's signals; the
 * shell of Windows has neither.
 */
function standInForExec() {
  writeFileSync(join(root, 'node_modules', '.bin', 'exec.cmd'), '@call %*\r\n')
}

/**
 * Whether npm has already installed what the lock file says, for instance by an `npm ci` by hand: npm notes what it
 * put in place, at the end of an installation that went through. Packages for other systems are optional and missing;
 * production may do without those of development (`npm ci --omit=dev`).
 * @param {Buffer} lock
 */
function isInstalled(lock) {
  const note = readIfThere(join(root, 'node_modules', '.package-lock.json'))
  if (note === undefined) return false
  const installed = JSON.parse(note).packages ?? {}
  const wanted = Object.entries(JSON.parse(lock.toString()).packages)
  const complete = wanted.every(
    ([path, entry]) =>
      path === '' ||
      (installed[path]
        ? installed[path].version === entry.version
        : entry.optional === true || isSpared(entry)),
  )
  const known = new Set(wanted.map(([path]) => path))
  return complete && Object.keys(installed).every(path => known.has(path))
}

/** @param {{ dev?: boolean, devOptional?: boolean }} entry */
function isSpared({ dev, devOptional }) {
  return process.env['MODE'] === 'production' && (dev === true || devOptional === true)
}

async function install() {
  const first = !existsSync(join(root, 'node_modules'))
  console.log(
    first
      ? 'Installing packages (first time, about a minute) …'
      : 'Installing packages (the list of packages has changed) …',
  )
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const progress = setInterval(() => console.log(`  still installing (${seconds()} s) …`), PROGRESS_MS)
  const { code, said } = await runNpm([
    'ci',
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--loglevel=error',
  ])
  clearInterval(progress)
  if (code !== 0) {
    console.error(said.split('\n').filter(isWorthReading).slice(0, NPM_LINES).join('\n'))
    throw new Error(
      `Installing the packages failed (npm ended with ${code}): see what npm says above, check the network and the free disk space, and run the command again.`,
    )
  }
  console.log(`Packages are installed (${seconds()} s).`)
}

/** @param {string} line of npm */
function isWorthReading(line) {
  return line.trim() !== '' && line.trim() !== 'npm error' && !line.startsWith('npm warn')
}

/**
 * npm tells its scripts where it is; run by hand, this file takes the npm of the path.
 * @param {string[]} args
 * @returns {Promise<{ code: number | string, said: string }>}
 */
function runNpm(args) {
  const npm = process.env['npm_execpath']
  const [file, all] = npm?.endsWith('.js') ? [process.execPath, [npm, ...args]] : ['npm', args]
  return new Promise(resolve => {
    let said = ''
    const child = spawn(file, all, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: file === 'npm' && process.platform === 'win32',
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk))
    child.once('error', error => resolve({ code: 'an error', said: error.message }))
    child.once('close', (code, signal) => resolve({ code: code ?? signal ?? 'an error', said }))
  })
}

/** @param {string} file */
function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
