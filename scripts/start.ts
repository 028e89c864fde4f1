import { buildIfNeeded } from './build.ts'
import { endWith } from './end-with.ts'
import { runServer } from './run-server.ts'

await buildIfNeeded().catch(endWith)
await runServer('bundle')
