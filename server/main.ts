import { createServer } from 'node:net'
import { createApp } from './app.ts'
import { type Config, loadConfig } from './config.ts'
import { openGateway } from './open-gateway.ts'
import { startDemo } from './demo/start-demo.ts'
import { smtpGateway } from './gateways/mail/smtp.ts'
import { httpSmsGateway } from './gateways/sms/http.ts'
import { startMoneyWork, withPayments } from './money.ts'
import { consumeOutbox } from './modules/outbox/index.ts'
import { machineClock } from './platform/clock.ts'
import { migrateDatabase, openDatabase } from './platform/database.ts'
import type { Deps } from './platform/deps.ts'
import { startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { startJobs } from './platform/jobs.ts'
import { createLog, type Log } from './platform/log.ts'
import { createRateLimiter } from './platform/rate-limiter.ts'
import { Shutdown } from './platform/shutdown.ts'
import { StartupError } from './platform/startup-error.ts'

/**
 * Starts everything that one process needs and keeps it running until SIGINT or SIGTERM, which drain requests and
 * jobs and stop what was started, in the opposite order.
 *
 * @throws StartupError when it cannot start; what had started by then is stopped
 */
export async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  const shutdown = new Shutdown(log)
  shutdown.onSignal()
  try {
    await start(config, log, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}

async function start(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  await requireFreePort(config)
  const url = config.databaseUrl ?? (await startOwnPostgres(config, log, shutdown))
  const database = openDatabase(url, {
    onIdleError: error => log.warn({ err: error }, 'database connection'),
  })
  shutdown.add('database', database.close)
  await migrateDatabase(database)

  const demo = config.mode === 'demo' ? await startDemo(config, url, database, log, shutdown) : undefined
  const appSecret = config.appSecret ?? demo?.secrets.appSecret
  const tokenSigningKey = config.tokenSigningKey ?? demo?.secrets.tokenSigningKey
  const smtpUrl = config.smtpUrl ?? demo?.smtpUrl
  const smsUrl = config.smsUrl ?? demo?.smsUrl
  if (appSecret === undefined || tokenSigningKey === undefined || smtpUrl === undefined) {
    throw new StartupError('APP_SECRET, TOKEN_SIGNING_KEY and SMTP_URL are needed outside the demo mode.')
  }

  const jobs = await startJobs(url, log, { work: true })
  shutdown.add('jobs', jobs.stop)
  const mail = smtpGateway(smtpUrl, config.emails.from)
  shutdown.add('mail', async () => mail.close())
  const deps: Deps = {
    db: database.db,
    clock: demo?.clock ?? machineClock,
    jobs,
    limiter: createRateLimiter(database.pool, appSecret),
    log,
    settings: { ...config, appSecret, tokenSigningKey, canSendSms: smsUrl !== undefined },
  }
  const sms = smsUrl === undefined ? undefined : httpSmsGateway(smsUrl, config.smsToken)
  await consumeOutbox({ ...deps, mail, sms })
  const payments = withPayments(deps, await openGateway(config, deps, appSecret, shutdown))
  const app = await createApp(payments, {
    trustedProxies: config.trustedProxies,
    ...(demo ? { demoClock: demo.clock } : {}),
  })
  shutdown.add('http', () => app.close())
  await app.listen({ host: config.host, port: config.port })
  shutdown.add('money', startMoneyWork(payments, { concurrency: 4 }))
  if (process.stdout.isTTY || config.mode === 'demo') announce(config, demo?.readersToTry ?? [])
}

async function startOwnPostgres(config: Config, log: Log, shutdown: Shutdown): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  shutdown.add('postgres', postgres.stop)
  return postgres.connectionString
}

/** Before anything is started: a second server on a taken port should leave no trace. */
function requireFreePort({ host, port }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new StartupError(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken: stop the program that uses it, or choose another one, e.g. PORT=${port + 1} npm start.`
            : `${host}:${port} cannot be listened on (${error.code}): set HOST and PORT to an address of this machine.`,
        ),
      )
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

function announce(config: Config, readers: { email: string; name: string; note: string }[]): void {
  const lines = [``, `Profil is running at ${config.origins.account}`]
  if (readers.length > 0) {
    lines.push(
      ``,
      `Sign in as one of these (password Heslo-1234), or pick any reader at ${config.origins.account}/demo`,
      ...readers.map(reader => `  ${reader.email.padEnd(34)} ${reader.note}`),
      ``,
      `What it mails and texts is in the demo mailbox at ${config.origins.account}/demo#mails`,
    )
  }
  lines.push(`To stop it press Ctrl-C.`, ``)
  process.stdout.write(lines.join('\n'))
}
