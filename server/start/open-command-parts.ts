import { type Config, loadConfig } from '#server/config/config.ts'
import { demoGateway } from '#server/gateways/payments/demo.ts'
import { withPayments } from '#server/modules/payment-reactions.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { machineClock } from '#server/platform/clock.ts'
import type { Deps } from '#server/platform/deps.ts'
import { createRateLimiter } from '#server/platform/limits/rate-limiter.ts'
import { Shutdown } from '#server/platform/process/shutdown.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { createLog, type Log } from '#server/platform/telemetry/log.ts'
import { openBase } from '#server/start/open-base.ts'
import { openGateway } from '#server/start/open-gateway.ts'

/**
 * Opens what a command needs: the database that the configuration names (the running server's, or else the data
 * folder's own), and the queue, as a producer only; a server or a worker consumes it.
 *
 * @throws StartupError when something can't be reached or is not configured
 */
export async function openParts(): Promise<{ deps: PaymentsDeps; close: () => Promise<void> }> {
  const config = loadConfig(process.env)
  // Standard output is the answer's, which programs read.
  const log = createLog(config.logLevel, undefined, 2)
  const shutdown = new Shutdown(log)
  try {
    return { deps: await open(config, log, shutdown), close: () => shutdown.run() }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function open(config: Config, log: Log, shutdown: Shutdown): Promise<PaymentsDeps> {
  const base = await openBase(config, log, shutdown, { maxConnections: 3, joinsPostgres: true })
  const { database, notifications, demoClock, secrets } = base
  const deps: Deps = {
    db: database.db,
    clock: demoClock ?? machineClock,
    jobs: await base.openJobs({ work: false }),
    notifications,
    limiter: createRateLimiter(database.pool, secrets.appSecret),
    log,
    settings: { ...config, ...secrets },
  }
  return withPayments(deps, await gatewayOf(config, deps, shutdown))
}

/** The demo's gateway is the one that the server has started, on its usual port unless told otherwise. */
async function gatewayOf(config: Config, deps: Deps, shutdown: Shutdown) {
  const { url, port, key } = config.demoGateway
  if (config.stripe || url !== undefined || config.mode !== 'demo') {
    return openGateway(config, deps, shutdown, { starts: false })
  }
  return demoGateway({
    url: `http://127.0.0.1:${port}`,
    secret: key ?? keyedHash(deps.settings.appSecret, 'demo-gateway', 'key'),
    clock: deps.clock,
  })
}
