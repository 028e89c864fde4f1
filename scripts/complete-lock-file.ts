// npm writes into package-lock.json only the platform packages that its registry answered for, and `npm ci` refuses a
// lock file that lacks one, on every machine. Run this after a change of packages, where the public registry can be
// reached: it adds them, with the registry's checksums. A test holds the file against it.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const Entry = z.looseObject({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})
const LockFile = z.looseObject({ packages: z.record(z.string(), Entry) })
export type LockFile = z.infer<typeof LockFile>

const SYSTEMS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

/**
 * The lock file with an entry for each platform package that another package names and that has none.
 * System and processor come from its name; `addChecksums` does the rest.
 */
export function completeLockFile(lock: LockFile): LockFile {
  const packages = { ...lock.packages }
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
    const wanted = Object.entries(optionalDependencies)
    const folder = folderOf(path, wanted, packages)
    for (const [name, version] of wanted) {
      const platform = platformOf(name)
      if (platform === undefined || placeOf(path, name, version, packages) !== undefined) continue
      // Another version in that place belongs to another package, and so do the packages below it.
      const place = `${folder}${name}` in packages ? `${path}/node_modules/${name}` : `${folder}${name}`
      packages[place] = { version, ...(dev && { dev }), ...platform, optional: true }
    }
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { ...lock, packages: Object.fromEntries(sorted) }
}

/** Folder of the platform packages: beside the one for another system, else at the top. */
function folderOf(path: string, wanted: [string, string][], packages: LockFile['packages']): string {
  const known = wanted.map(([name, version]) =>
    placeOf(path, name, version, packages)?.slice(0, -name.length),
  )
  return known.find(folder => folder !== undefined) ?? 'node_modules/'
}

/**
 * Resolves a package as Node does: in the requiring package's folder and in those above; another version does
 * not count.
 */
function placeOf(
  path: string,
  name: string,
  version: string,
  packages: LockFile['packages'],
): string | undefined {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]?.version === version) return place
    if (folder === '') return undefined
  }
}

function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } | undefined {
  const words = name.split(/[^a-z0-9]+/)
  const os = SYSTEMS.filter(system => words.includes(system))
  const cpu = PROCESSORS.filter(processor => words.includes(processor))
  if (cpu.length === 0) return undefined // not for one platform, and npm knows why it left it out
  const libc = words.some(word => word.startsWith('musl'))
    ? ['musl']
    : words.some(word => word.startsWith('gnu'))
      ? ['glibc']
      : []
  return { ...(os.length > 0 && { os }), cpu, ...(libc.length > 0 && { libc }) }
}

/**
 * Adds missing integrity checksums, without which npm would accept whatever the registry sends.
 *
 * @param ask returns the registry's checksum of a package such as `tool@1.0.0`; undefined when unknown
 */
export function addChecksums(lock: LockFile, ask: (spec: string) => string | undefined): LockFile {
  const packages = Object.entries(lock.packages).map(([place, entry]) => {
    const { version, ...rest } = entry
    if (place === '' || entry.integrity !== undefined || version === undefined) return [place, entry] as const
    const integrity = ask(
      `${place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`,
    )
    return [place, integrity === undefined ? entry : { version, integrity, ...rest }] as const
  })
  return { ...lock, packages: Object.fromEntries(packages) }
}

function askRegistry(spec: string): string | undefined {
  try {
    const answer = execFileSync('npm', ['view', spec, 'dist.integrity'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return answer.toString().trim() || undefined
  } catch {
    console.warn(`The registry knows no ${spec}: run this again where it does.`)
    return undefined
  }
}

/** Reads a lock file, with its keys in the order that npm wrote. */
export function readLockFile(file: string): LockFile {
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!isLockFile(content)) throw new Error(`${file} is no lock file that npm would write.`)
  return content
}

function isLockFile(content: unknown): content is LockFile {
  return LockFile.safeParse(content).success
}

if (import.meta.main) {
  const file = join(import.meta.dirname, '../package-lock.json')
  writeFileSync(
    file,
    `${JSON.stringify(addChecksums(completeLockFile(readLockFile(file)), askRegistry), undefined, 2)}\n`,
  )
}
