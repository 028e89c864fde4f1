import Fastify from 'fastify'
import type { Config } from './config.ts'
import { serveHealth } from './health.ts'
import { serveMetrics } from './metrics.ts'
import type { Deps } from './platform/deps.ts'
import { answerErrors } from './platform/http/errors.ts'
import { requireFreePort } from './platform/require-free-port.ts'
import type { Shutdown } from './platform/shutdown.ts'

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
  await requireFreePort(host, workerPort, 'WORKER_PORT')
  const app = Fastify({ trustProxy: trustedProxies.length > 0 ? trustedProxies : false })
  answerErrors(app)
  serveHealth(app, deps)
  serveMetrics(app, deps)
  shutdown.add('http', () => app.close())
  await app.listen({ host, port: workerPort })
}
