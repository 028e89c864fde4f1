import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { projectRoot } from '#server/platform/process/project-root.ts'
import type { Shutdown } from '#server/platform/process/shutdown.ts'
import type { Log } from '#server/platform/telemetry/log.ts'
import { fillEmptyDatabase } from './fill-empty-database.ts'
import { startDemoMailServer } from './mailbox.ts'
import { startDemoSmsServer } from './phone.ts'
import { demoReaders } from './readers.ts'

const shownAtStart = ['premium-card', 'ended', 'company-admin']

/** Starts what the demo mode adds to the product: its mail server and telephone, and its publisher. */
export async function startDemo(
  config: Config,
  clock: Clock,
  database: Database,
  log: Log,
  shutdown: Shutdown,
) {
  const mailServer = await startDemoMailServer({ db: database.db, clock, log })
  shutdown.add('demo mail server', mailServer.stop)
  const smsServer = await startDemoSmsServer({ db: database.db, clock, log })
  shutdown.add('demo sms server', smsServer.stop)

  await fillEmptyDatabase({ db: database.db, clock, settings: config }, join(projectRoot, 'demo'))

  return {
    smtpUrl: mailServer.url,
    smsUrl: smsServer.url,
    readersToTry: demoReaders()
      .filter(reader => shownAtStart.includes(reader.situation))
      .map(({ email, name, note }) => ({ email, name, note: note.en })),
  }
}
