import { enableCompileCache, flushCompileCache } from 'node:module'
import { join, relative } from 'node:path'
import { endWith } from './end-with.ts'

const root = join(import.meta.dirname, '..')

/**
 * Runs the server until a signal ends it. A StartupError is one sentence and exit code 1.
 * @param program "bundle" is dist/server; "sources" is server/main.ts, not built
 */
export async function runServer(program: 'bundle' | 'sources'): Promise<void> {
  // V8's compile cache saves a third of the load time.
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
