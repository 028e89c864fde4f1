import { buildIfNeeded } from './build.ts'
import { runServer } from './run-server.ts'

await buildIfNeeded()
await runServer('bundle')
