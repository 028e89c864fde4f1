import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, where connections to elsewhere and a server on any port may take it meanwhile. */
const lowest = 20_000
const perWorker = 200
let given = 0

/**
 * A free port of this machine, not given to another test file or bench meanwhile.
 *
 * @param next how many after it are free, too
 */
export async function freePort(next = 0): Promise<number> {
  const { VITEST_POOL_ID, TEST_WORKER_INDEX } = process.env
  const worker = Number(VITEST_POOL_ID ?? TEST_WORKER_INDEX ?? process.pid) % 50
  for (;;) {
    const first = lowest + worker * perWorker + (given % perWorker)
    given += next + 1
    const ports = Array.from({ length: next + 1 }, (_, index) => first + index)
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  const isListening = await Promise.race([
    once(probe, 'listening').then(() => true),
    once(probe, 'error').then(() => false),
  ]).catch(() => false)
  if (!isListening) return false
  probe.close()
  await once(probe, 'close')
  return true
}
