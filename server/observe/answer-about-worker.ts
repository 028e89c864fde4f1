import Fastify from 'fastify'
import type { Config } from '../config/config.ts'
import type { Deps } from '../platform/deps.ts'
import { answerErrors } from '../platform/http/errors.ts'
import { listen, requireFreePort } from '../platform/process/listen.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import { serveHealth } from './health.ts'
import { serveMetrics } from './metrics.ts'

/**
 * /healthz, /readyz and /metrics of a worker, on WORKER_PORT; without one it listens nowhere.
 *
 * @throws StartupError when the port is taken
 */
export async function answerAboutWorker(
  { host, workerPort, trustedProxies }: Pick<Config, 'host' | 'workerPort' | 'trustedProxies'>,
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  shutdown: Shutdown,
): Promise<void> {
  if (workerPort === undefined) return
  const place = { host, port: workerPort, variable: 'WORKER_PORT' }
  await requireFreePort(place)
  const app = Fastify({ trustProxy: trustedProxies.length > 0 ? trustedProxies : false })
  answerErrors(app)
  serveHealth(app, deps)
  serveMetrics(app, deps)
  await listen(app, place, shutdown)
}
