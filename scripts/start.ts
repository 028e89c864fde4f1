import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './build.ts'
import { runServer } from './run-server.ts'

// The builders take more memory than the server ever needs, and a process does not give it back.
if (!isBuilt()) {
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
await runServer('bundle')
