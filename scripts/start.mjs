// Plain JavaScript, so that the compiled programs are kept from the first line on: taking the types out of them at
// every start would load a compiler into the process that then serves, some 20 MB and 0.1 s.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// A demo stays small whatever the machine has. In production Node sizes its heap by the machine's or the container's
// memory, and NODE_OPTIONS may say otherwise.
const flags = process.env.MODE === 'production' ? [] : ['--max-semi-space-size=2', '--max-old-space-size=192']
// The C library of Linux keeps a heap a thread, of which little is used: one for all takes some 15 MB less.
const variables = process.platform === 'linux' ? { MALLOC_ARENA_MAX: '1' } : {}

// Both are read before the first line of ours, hence the second beginning of the same process. Windows has none.
const missing = flags.filter(flag => !process.execArgv.includes(flag))
const unset = Object.keys(variables).filter(name => process.env[name] === undefined)
if (process.platform !== 'win32' && missing.length + unset.length > 0) {
  const command = [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...variables, ...process.env })
}

enableCompileCache(join(import.meta.dirname, '..', '.cache/node'))
await import('./start.ts')
