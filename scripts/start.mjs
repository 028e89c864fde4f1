// Plain JavaScript, so that the compiled programs are kept from the first line on: taking the types out of them at
// every start would load a compiler into the process that then serves, some 20 MB and 0.1 s.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The C library of Linux keeps a heap a thread, of which little is used: one for all takes some 15 MB less. It reads the
// variable before the first line of ours, hence the second beginning of the same process.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const command = [process.execPath, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...process.env, MALLOC_ARENA_MAX: '1' })
}

enableCompileCache(join(import.meta.dirname, '..', '.cache/node'))
await import('./start.ts')
