import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { followClock, movableClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Notifications } from '#server/platform/database/notifications.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import type { Shutdown } from '#server/platform/process/shutdown.ts'
import type { Log } from '#server/platform/telemetry/log.ts'
import { fillEmptyDatabase } from './fill-empty-database.ts'
import { startDemoMailServer } from './mailbox.ts'
import { startDemoSmsServer } from './phone.ts'
import { demoReaders } from './readers.ts'
import { demoSecrets } from './secrets.ts'

const shownAtStart = ['premium-card', 'ended', 'company-admin']

/** Starts what the demo mode adds to the product: its clock, mail server and secrets, and its publisher. */
export async function startDemo(
  config: Config,
  notifications: Notifications,
  database: Database,
  log: Log,
  shutdown: Shutdown,
) {
  const clock = movableClock(database)
  await followClock(notifications, clock, error => log.warn({ err: error }, 'demo clock'))
  const mailServer = await startDemoMailServer({ db: database.db, clock, log })
  shutdown.add('demo mail server', mailServer.stop)
  const smsServer = await startDemoSmsServer({ db: database.db, clock, log })
  shutdown.add('demo sms server', smsServer.stop)

  await fillEmptyDatabase({ db: database.db, clock, settings: config }, join(projectRoot, 'demo'))

  return {
    clock,
    smtpUrl: mailServer.url,
    smsUrl: smsServer.url,
    secrets: await demoSecrets(config.dataDir),
    readersToTry: demoReaders()
      .filter(reader => shownAtStart.includes(reader.situation))
      .map(({ email, name, note }) => ({ email, name, note: note.en })),
  }
}
