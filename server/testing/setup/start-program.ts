import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/process/project-root.ts'

/** A running bundled program, in a process of its own. */
export type Program = { pid: number; kill: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void> }

/**
 * Starts a bundled program as it runs in production; resolves when it has begun to work.
 *
 * @param options.folder into which the server was bundled; in tests once for the whole run (`bundle-programs.ts`)
 * @param options.environment all that it is told; no variable of this process but PATH
 * @param options.flags of Node, such as the size of its heap
 * @throws when it ends before
 */
export async function startProgram(
  program: 'main' | 'worker',
  options: { folder?: string; environment: Record<string, string>; flags?: readonly string[] },
): Promise<Program> {
  const folder = options.folder ?? process.env['TEST_PROGRAMS'] ?? ''
  const code = `import { enableCompileCache, flushCompileCache } from 'node:module'
    enableCompileCache(${JSON.stringify(join(folder, 'compiled'))})
    const { main } = await import(${JSON.stringify(join(folder, `${program}.js`))})
    await main()
    flushCompileCache()`
  const child = spawn(process.execPath, [...(options.flags ?? []), '--input-type=module', '--eval', code], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], ...options.environment },
  })
  const gone = once(child, 'exit')
  await Promise.race([
    once(child, 'message'),
    gone.then(() => Promise.reject(new Error(`The ${program} ended at its start`))),
  ])
  return { pid: child.pid ?? 0, kill: signal => end(child, gone, signal) }
}

async function end(
  child: ChildProcess,
  gone: Promise<unknown>,
  signal: 'SIGKILL' | 'SIGTERM',
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
  await gone
}
