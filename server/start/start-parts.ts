import { findProductionWarnings } from '#server/config/check-production.ts'
import type { Config } from '../config/config.ts'
import { demoValues } from '../config/demo-values.ts'
import { orderTransfer } from '../demo/order-transfer.ts'
import { startDemo } from '../demo/start-demo.ts'
import { smtpGateway } from '../gateways/mail/smtp.ts'
import { httpSmsGateway } from '../gateways/sms/http.ts'
import { withPayments } from '../modules/payment-reactions.ts'
import { requireShopPlans } from '../modules/subscriptions/index.ts'
import { reportPool } from '../observe/metrics.ts'
import { machineClock } from '../platform/clock.ts'
import type { Deps } from '../platform/deps.ts'
import { createRateLimiter } from '../platform/limits/rate-limiter.ts'
import type { Shutdown } from '../platform/process/shutdown.ts'
import { StartupError } from '../platform/process/startup-error.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { consumeJobs } from './consume-jobs.ts'
import { openBase } from './open-base.ts'
import { openCaptcha } from './open-captcha.ts'
import { openForum } from './open-forum.ts'
import { openGateway } from './open-gateway.ts'
import { openOutsideServices } from './open-outside-services.ts'
import { refuseDemoDatabase } from './refuse-demo-database.ts'

/**
 * Starts the parts of every process, server or worker: the database and its queue, the gateways
 * to mail, text messages and payments, and in the demo mode what belongs to it.
 *
 * @param options.maxConnections to the database, at most
 * @param options.answersReaders whether this process may start the demo's gateways and services; a worker finds them running
 * @throws StartupError when something can't be reached or is not configured
 */
export async function startParts(
  config: Config,
  log: Log,
  shutdown: Shutdown,
  options: { maxConnections: number; answersReaders: boolean },
) {
  for (const warning of findProductionWarnings(config)) log.warn(warning)
  const base = await openBase(config, log, shutdown, { ...options, joinsPostgres: false })
  const { database, notifications, demoClock, secrets } = base
  reportPool(database.pool)
  if (config.mode === 'production') await refuseDemoDatabase(database)

  const demo = demoClock && (await startDemo(config, demoClock, database, log, shutdown))
  // Left unset it is the demo's, which another publisher's products need not have. Workers charge without a shop.
  const hasOwnPlans = String(config.shopPlans) !== demoValues.shopPlans
  if (options.answersReaders && hasOwnPlans) await requireShopPlans(database.db, config.shopPlans)
  const smtpUrl = config.smtpUrl ?? demo?.smtpUrl
  const smsUrl = config.smsUrl ?? demo?.smsUrl
  if (smtpUrl === undefined) throw new StartupError('SMTP_URL is needed outside the demo mode.')

  const jobs = await base.openJobs({ work: config.background === 'on' })
  const mail = smtpGateway(smtpUrl, config.emails.from)
  shutdown.add('mail', async () => mail.close())
  const captcha = await openCaptcha(config, log, shutdown, { starts: options.answersReaders })
  const outside = await openOutsideServices(config, shutdown, { starts: options.answersReaders })
  const deps: Deps = {
    db: database.db,
    clock: demoClock ?? machineClock,
    jobs,
    notifications,
    limiter: createRateLimiter(database.pool, secrets.appSecret),
    log,
    settings: {
      ...config,
      ...captcha?.settings,
      ...outside,
      ...secrets,
      canSendSms: smsUrl !== undefined,
    },
  }
  const gateway = await openGateway(config, deps, shutdown, { starts: options.answersReaders })
  const sms = smsUrl === undefined ? undefined : httpSmsGateway(smsUrl, config.smsToken)
  const { forum, stop } = await openForum(config, deps)
  shutdown.add('forum', stop)
  const parts = { ...withPayments(deps, gateway), forum, captcha: captcha?.gateway }
  await consumeJobs({ ...parts, mail, sms })
  if (demo && options.answersReaders) await orderTransfer(parts)
  return { deps: parts, demo, demoClock }
}
