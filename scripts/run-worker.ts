import { join, relative } from 'node:path'
import { buildAside } from './build-aside.ts'
import { endWith } from './end-with.ts'

const root = join(import.meta.dirname, '..')

/** Runs a worker until a signal ends it: the bundled one, or with `--sources` server/worker.ts, not built. */
const fromSources = process.argv.includes('--sources')
try {
  if (!fromSources) buildAside()
  const file = fromSources ? 'server/worker.ts' : 'dist/server/worker.js'
  const { main }: { main: () => Promise<void> } = await import(
    relative(import.meta.dirname, join(root, file))
  )
  await main()
} catch (error) {
  endWith(error)
}
