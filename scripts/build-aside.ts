import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './build.ts'
import { endWith } from './end-with.ts'

/**
 * Builds what has changed, in a child process: the builders take more memory than a server or a worker ever
 * needs, and it is freed only when they exit. Exits when the build fails.
 */
export function buildAside(): void {
  try {
    if (isBuilt()) return
  } catch (error) {
    endWith(error)
  }
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, 'build.ts')], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
