import { buildAside } from './build-aside.ts'
import { runServer } from './run-server.ts'

buildAside()
await runServer('bundle')
