import { buildAside } from './build-aside.ts'
import { runServer } from './run-server.ts'

const fromSources = process.argv.includes('--sources')
if (!fromSources) buildAside()
await runServer(fromSources ? 'sources' : 'bundle')
