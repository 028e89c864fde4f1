import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findBrandFolder } from '../server/config/brand-folder.ts'
import { StartupError } from '../server/platform/process/startup-error.ts'
import { endWith } from './end-with.ts'
import { hashSources } from './source-hash.ts'

const root = join(import.meta.dirname, '..')
/** The publisher's own look and words, which the pages are built with. */
const brandFolder = (): string[] => {
  const folder = findBrandFolder(process.env['BRAND_DIR'])
  return folder === undefined ? [] : [relative(root, folder)]
}

type Part = { name: string; product: string; sources: () => string[]; build: (root: string) => Promise<void> }

// Build tools are loaded lazily: they would double the time of a start.
const parts: Part[] = [
  {
    name: 'the pages',
    product: 'dist/web',
    sources: () => [
      'web',
      'contract',
      'locales',
      'vite.config.ts',
      'scripts/build-web.ts',
      'package-lock.json',
      ...brandFolder(),
    ],
    build: async root => (await import('./build-web.ts')).buildWeb(root),
  },
  {
    name: 'the server',
    product: 'dist/server',
    sources: () => [
      'server',
      'contract',
      'locales',
      'scripts/build-server.ts',
      'package.json',
      'package-lock.json',
    ],
    build: async root => (await import('./build-server.ts')).buildServer(root),
  },
]

/**
 * Builds the pages into dist/web and the server into dist/server, each only when its sources have changed, side by side.
 * @throws StartupError with what the builder said, when the brand's folder is missing, or in a release, which can't build
 */
export async function buildIfNeeded(): Promise<void> {
  const due = parts
    .map(part => ({ ...part, wanted: hashSources(root, part.sources()) }))
    .filter(part => !isPartBuilt(part, part.wanted))
  due.forEach(refuseInRelease)
  await Promise.all(due.map(buildPart))
}

/** Whether the last build is up to date. */
export const isBuilt = (): boolean =>
  parts.every(part => isPartBuilt(part, hashSources(root, part.sources())))

function isPartBuilt({ product }: Part, wanted: string): boolean {
  const folder = join(root, product)
  const stamp = `${folder}.built`
  return existsSync(folder) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** A release has no build tools, and is not to lose what it was made with. */
function refuseInRelease({ name, product }: Part): void {
  if (existsSync(join(root, product)) && !existsSync(join(root, 'node_modules/vite'))) {
    throw new StartupError(
      `This release was made with another BRAND_DIR, or its files have changed since (${name}): set BRAND_DIR as it was, or make a release anew by deploy/make-release.sh.`,
    )
  }
}

async function buildPart({ name, product, build, wanted }: Part & { wanted: string }): Promise<void> {
  const stamp = `${join(root, product)}.built`
  process.stdout.write(`Building ${name} …\n`)
  const startedAt = performance.now()
  mkdirSync(join(root, 'dist'), { recursive: true })
  // An interrupted build must not count as up to date.
  rmSync(stamp, { force: true })
  try {
    await build(root)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `Building ${name} failed, mend what is named here and run the command again:\n${reason}`,
    )
  }
  writeFileSync(stamp, wanted)
  process.stdout.write(`  built ${name} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

if (import.meta.main) await buildIfNeeded().catch(endWith)
