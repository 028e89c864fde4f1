import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below those that the system gives out by itself: a program that is killed and started again finds its own free. */
const lowest = 20_000
const perWorker = 200
let given = 0

/** A port of this machine on which nobody listens, and which no other file of the tests is given meanwhile. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['VITEST_POOL_ID'] ?? 0) % 50
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
