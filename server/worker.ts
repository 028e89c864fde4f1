import { loadConfig } from './config/config.ts'
import { consumeForumJobs } from './modules/forum/index.ts'
import { consumePaymentJobs } from './modules/payments/index.ts'
import { answerAboutWorker } from './observe/answer-about-worker.ts'
import { createErrorReporter, reportLastErrors } from './platform/error-reports.ts'
import { createLog } from './platform/log.ts'
import { Shutdown } from './platform/shutdown.ts'
import { StartupError } from './platform/startup-error.ts'
import { startRepeatedTasks } from './start/repeated-tasks.ts'
import { startParts } from './start/start-parts.ts'

/** Charges that the gateway is asked for at once, in each of two batches: the larger, the less each of them costs. */
const concurrency = 24

/**
 * A process that answers nobody: it charges renewals, settles payments and delivers mail, as the server does beside its
 * answers. As many as one likes may run over one database; one that is killed loses nothing.
 *
 * @throws StartupError with BACKGROUND=off, or when it cannot start; what had started by then is stopped
 */
export async function main(): Promise<void> {
  const config = loadConfig(process.env)
  if (config.background === 'off') {
    throw new StartupError(
      'BACKGROUND=off leaves a worker nothing to do: start none, or leave BACKGROUND out.',
    )
  }
  const reporter = createErrorReporter(config)
  const log = createLog(config.logLevel, reporter?.report)
  const shutdown = new Shutdown(log)
  shutdown.onSignal()
  if (reporter) reportLastErrors(reporter, log, shutdown)
  try {
    const { deps } = await startParts(config, log, shutdown, {
      maxConnections: 10,
      startsGateway: false,
    })
    await consumePaymentJobs(deps)
    await consumeForumJobs(deps)
    shutdown.add('repeated tasks', startRepeatedTasks(deps, { concurrency }))
    await answerAboutWorker(config, deps, shutdown)
    process.send?.('working')
  } catch (error) {
    await shutdown.run()
    throw error
  }
}
