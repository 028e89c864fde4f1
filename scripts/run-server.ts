import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { endWith } from './end-with.ts'

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
    endWith(error)
  }
}

if (import.meta.main) await runServer(process.argv.includes('--sources') ? 'sources' : 'bundle')
