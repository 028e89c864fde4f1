// Plain JavaScript, so that the compiled programs are kept from the first line on: taking the types out of them at
// every start would load a compiler into the process that then serves, some 20 MB and 0.1 s.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

enableCompileCache(join(import.meta.dirname, '..', '.cache/node'))
await import('./start.ts')
