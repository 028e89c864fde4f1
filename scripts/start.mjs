// Plain JavaScript, so that the compile cache works from the first line on: stripping types at every start
// would load a compiler into the serving process, some 20 MB and 0.1 s.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// A small heap for the demo, and no Maglev: the memory in which V8's middle compiler works stays with the process,
// some 15 MB after a load, which is served as fast without it. In production Node sizes its heap by the memory of the
// machine or container, and NODE_OPTIONS can override it.
const flags =
  process.env.MODE === 'production'
    ? []
    : ['--max-semi-space-size=2', '--max-old-space-size=192', '--no-maglev']
// glibc keeps a malloc arena per thread, mostly unused: a single one takes some 15 MB less. And it keeps more and more of what
// is freed at its end, unless the limit is fixed (at its own first value): 5 MB after a load.
const variables =
  process.platform === 'linux' ? { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } : {}

// Both are read at process start, hence the execve. Windows has none.
const missing = flags.filter(flag => !process.execArgv.includes(flag))
const unset = Object.keys(variables).filter(name => process.env[name] === undefined)
if (process.platform !== 'win32' && missing.length + unset.length > 0) {
  const command = [process.execPath, ...missing, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, command, { ...variables, ...process.env })
}

enableCompileCache(join(import.meta.dirname, '..', '.cache/node'))
await import('./start.ts')
