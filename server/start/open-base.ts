import { locales } from '#contract/wire.ts'
import type { Config } from '../config/config.ts'
import { demoSecrets } from '../demo/secrets.ts'
import { followClock, movableClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { migrateDatabase } from '../platform/database/migrate-database.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { requireTimeLimits } from '../platform/database/pooler.ts'
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts'
import { startJobs } from '../platform/jobs/jobs.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import { StartupError } from '../platform/process/startup-error.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { replaceMessages } from '../platform/texts/messages.ts'
import { within } from '../platform/timeout.ts'

/**
 * Opens what every process of ours has, server, worker or command: the brand's words, the database with its
 * notifications, the secrets, and the clock where it is the demo's.
 *
 * @param options.maxConnections to the database, at most
 * @param options.joinsPostgres whether an embedded PostgreSQL that another process owns is used too
 * @throws StartupError when something can't be reached or is not configured
 */
export async function openBase(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  options: { maxConnections: number; joinsPostgres: boolean },
) {
  for (const locale of locales) replaceMessages(locale, config.texts[locale])
  const url = config.databaseUrl ?? (await ownPostgres(config, log, shutdown, options))
  const directUrl = config.databaseDirectUrl ?? url
  const isPooled = directUrl !== url
  await migrateDatabase(directUrl)
  const database = openDatabase(url, {
    isPooled,
    maxConnections: options.maxConnections,
    onError: error => log.warn({ err: error }, 'database connection'),
  })
  // It waits for connections that work holds which was not ended in time.
  shutdown.add('database', async () => {
    await within(1000, database.close())
  })
  await requireTimeLimits(database.pool)
  const notifications = openNotifications(directUrl, log)
  shutdown.add('notifications', notifications.close)
  const demoClock = config.mode === 'demo' ? movableClock(database) : undefined
  if (demoClock) {
    await followClock(notifications, demoClock, error => log.warn({ err: error }, 'demo clock'))
  }
  return {
    database,
    notifications,
    demoClock,
    secrets: await secretsOf(config),
    /** Starts the queue; `work: false` only enqueues. */
    openJobs: async ({ work }: { work: boolean }) => {
      const jobs = await startJobs(directUrl, log, { work, isPooled })
      shutdown.addWork('jobs', jobs.stop)
      return jobs
    },
  }
}

async function secretsOf(config: Config): Promise<{ appSecret: string; tokenSigningKey: string }> {
  const demo = config.mode === 'demo' ? await demoSecrets(config.dataDir) : undefined
  const { appSecret = demo?.appSecret, tokenSigningKey = demo?.tokenSigningKey } = config
  if (appSecret === undefined || tokenSigningKey === undefined) {
    throw new StartupError('APP_SECRET and TOKEN_SIGNING_KEY are needed outside the demo mode.')
  }
  return { appSecret, tokenSigningKey }
}

async function ownPostgres(
  { dataDir }: Config,
  log: Log,
  shutdown: Shutdown,
  { joinsPostgres }: { joinsPostgres: boolean },
): Promise<string> {
  const running = joinsPostgres ? await findRunningPostgres(dataDir) : undefined
  if (running) return running.connectionString
  const started = await startEmbeddedPostgres({ dataDir, log })
  shutdown.add('postgres', started.stop)
  return started.connectionString
}
