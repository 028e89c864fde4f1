import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that a restarted program finds its port free. */
const lowest = 20_000
const perWorker = 200
let given = 0

/** A free port of this machine, not given to another test file or bench meanwhile. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? process.pid) % 50
  for (;;) {
    const port = lowest + worker * perWorker + (given++ % perWorker)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.race([
      once(probe, 'listening').then(() => true),
      once(probe, 'error').then(() => false),
    ]).catch(() => false)
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
