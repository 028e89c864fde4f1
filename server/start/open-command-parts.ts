import { type Config, loadConfig } from '#server/config/config.ts'
import { demoSecrets } from '#server/demo/secrets.ts'
import { demoGateway } from '#server/gateways/payments/demo.ts'
import { withPayments } from '#server/modules/payment-reactions.ts'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { machineClock, movableClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { openNotifications } from '#server/platform/database/notifications.ts'
import { requireTimeLimits } from '#server/platform/database/pooler.ts'
import type { Deps } from '#server/platform/deps.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '#server/platform/embedded-postgres/start.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createRateLimiter } from '#server/platform/limits/rate-limiter.ts'
import { Shutdown } from '#server/platform/process/shutdown.ts'
import { StartupError } from '#server/platform/process/startup-error.ts'
import { keyedHash } from '#server/platform/secrets.ts'
import { createLog, type Log } from '#server/platform/telemetry/log.ts'
import { openGateway } from '#server/start/open-gateway.ts'

/**
 * Opens what a command needs: the database that the configuration names (the running server's, or else the data
 * folder's own), and the queue, as a producer only; a server or a worker consumes it.
 *
 * @throws StartupError when something can't be reached or is not configured
 */
export async function openParts(): Promise<{ deps: PaymentsDeps; close: () => Promise<void> }> {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  const shutdown = new Shutdown(log)
  try {
    return { deps: await open(config, log, shutdown), close: () => shutdown.run() }
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function open(config: Config, log: Log, shutdown: Shutdown): Promise<PaymentsDeps> {
  const url = config.databaseUrl ?? (await ownPostgres(config, log, shutdown))
  const directUrl = config.databaseDirectUrl ?? url
  await migrateDatabase(directUrl)
  const database = openDatabase(url, { isPooled: directUrl !== url, maxConnections: 3 })
  shutdown.add('database', database.close)
  await requireTimeLimits(database.pool)
  const demo = config.mode === 'demo' ? await demoSecrets(config.dataDir) : undefined
  const appSecret = config.appSecret ?? demo?.appSecret
  const tokenSigningKey = config.tokenSigningKey ?? demo?.tokenSigningKey
  if (appSecret === undefined || tokenSigningKey === undefined) {
    throw new StartupError('APP_SECRET and TOKEN_SIGNING_KEY are needed outside the demo mode.')
  }
  const clock = config.mode === 'demo' ? movableClock(database) : undefined
  await clock?.reload()
  const notifications = openNotifications(directUrl, log)
  shutdown.add('notifications', notifications.close)
  const jobs = await startJobs(directUrl, log, { work: false })
  shutdown.add('jobs', jobs.stop)
  const deps: Deps = {
    db: database.db,
    clock: clock ?? machineClock,
    jobs,
    notifications,
    limiter: createRateLimiter(database.pool, appSecret),
    log,
    settings: { ...config, appSecret, tokenSigningKey },
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

async function ownPostgres(config: Config, log: Log, shutdown: Shutdown): Promise<string> {
  const running = await findRunningPostgres(config.dataDir)
  if (running) return running.connectionString
  const started = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  shutdown.add('postgres', started.stop)
  return started.connectionString
}
