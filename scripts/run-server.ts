import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Runs the server until a signal ends it. A start that cannot be is one sentence and exit code 1.
 * @param program "bundle" is what was built into dist/server; "sources" is server/main.ts as it stands
 */
export async function runServer(program: 'bundle' | 'sources'): Promise<void> {
  // Compiled code is kept between starts: it saves a third of the time to load.
  enableCompileCache(join(root, '.cache/node'))
  const file = join(root, program === 'bundle' ? 'dist/server/main.js' : 'server/main.ts')
  try {
    const { main }: { main: () => Promise<void> } = await import(relative(import.meta.dirname, file))
    await main()
    flushCompileCache()
  } catch (error) {
    // The bundle has a StartupError of its own, so it is known by its name.
    const expected = error instanceof Error && error.name === 'StartupError'
    console.error(expected ? error.message : error)
    process.exit(1)
  }
}

if (import.meta.main) await runServer(process.argv.includes('--sources') ? 'sources' : 'bundle')
