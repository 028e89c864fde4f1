// Runs before every command of package.json, on whatever Node the machine has (20 or later) and before anything is
// installed: plain JavaScript that needs no package. When all is in place it costs a hash of the lock file.
// With `to-run` it installs half of all packages, those that the product is built and run with; the tools that check it
// come with the first command that needs one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OLDEST_NODE = 20
const PROJECT_NODE = 26
const PROGRESS_MS = 10_000
/** Lines shown of npm's output, which ends with its whole manual. */
const NPM_LINES = 20

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.installed-lock')
/** What npm has put in place, written at the end of an installation that went through. */
const npmsNote = join(root, 'node_modules', '.package-lock.json')

try {
  requireNode(OLDEST_NODE)
  const lock = readFileSync(join(root, 'package-lock.json'))
  const hash = createHash('sha256').update(lock).digest('hex')
  const [all, toRun] = [`${hash} all`, `${hash} to-run`]
  const had = readIfThere(stampFile) ?? ''
  // Whoever has all packages keeps them.
  const isPart = process.argv[2] === 'to-run' && (had.endsWith('to-run') || !existsSync(npmsNote))
  if (had !== all && !(isPart && had === toRun)) {
    const isThere = isInstalled(lock)
    if (!isThere) await install(isPart ? 'to-run' : had === toRun ? 'the-rest' : 'all')
    writeFileSync(stampFile, isPart && !isThere ? toRun : all)
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
 * Whether npm has already installed what the lock file says, for instance by an `npm ci` by hand. Packages for other
 * systems are optional and missing; production may do without those of development (`npm ci --omit=dev`).
 * @param {Buffer} lock
 */
function isInstalled(lock) {
  const note = readIfThere(npmsNote)
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

/**
 * npm's arguments. The rest is added to what is there, which a running program may be reading; `npm ci` would first
 * remove it. `npm install` keeps to the lock file too, and leaves it as it is.
 * @param {'to-run' | 'the-rest' | 'all'} what
 */
function npmArguments(what) {
  if (what === 'all') return ['ci', '--include=dev']
  if (what === 'the-rest') return ['install', '--no-save', '--include=dev']
  const { builtWith, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const named = builtWith.map(name => `${name}@${devDependencies[name]}`)
  // The builder's optional peers are tools of ours, which would come with it: the lock file has them.
  return ['install', '--no-save', '--save-prod', '--omit=dev', '--legacy-peer-deps', ...named]
}

/** @param {'to-run' | 'the-rest' | 'all'} what */
async function install(what) {
  const duration = what === 'all' ? 'about a minute' : 'about half a minute'
  const reason =
    what === 'the-rest'
      ? `those that check, ${duration}`
      : existsSync(npmsNote)
        ? 'the list of packages has changed'
        : `first time, ${duration}`
  console.log(`Installing packages (${reason}) …`)
  // An interrupted installation is begun anew.
  if (what === 'to-run') rmSync(join(root, 'node_modules'), { recursive: true, force: true })
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const progress = setInterval(() => console.log(`  still installing (${seconds()} s) …`), PROGRESS_MS)
  const { code, said } = await runNpm([
    ...npmArguments(what),
    // The lock file has no addresses of packages. What npm's cache knows of them need not be asked for again: 18 s instead of 25.
    '--prefer-offline',
    '--ignore-scripts',
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
