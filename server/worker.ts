import type { Config } from './config/config.ts'
import { answerAboutWorker } from './observe/answer-about-worker.ts'
import type { Shutdown } from './platform/process/shutdown.ts'
import { StartupError } from './platform/process/startup-error.ts'
import type { Log } from './platform/telemetry/log.ts'
import { startRepeatedTasks } from './start/repeated-tasks.ts'
import { runProgram } from './start/run-program.ts'
import { startParts } from './start/start-parts.ts'

/** Batch size: concurrent charges in each of two batches; the larger, the less each of them costs. */
const concurrency = 48

/**
 * A worker process, which serves no readers: it charges renewals, settles payments and delivers mail, as a server does,
 * too. Any number may run on one database; crash-safe.
 *
 * @throws StartupError with BACKGROUND=off, or when it cannot start
 */
export const main = (): Promise<void> => runProgram(start)

async function start(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  if (config.background === 'off') {
    throw new StartupError(
      'BACKGROUND=off leaves a worker nothing to do: start none, or leave BACKGROUND out.',
    )
  }
  const { deps } = await startParts(config, log, shutdown, { maxConnections: 10, answersReaders: false })
  shutdown.addWork('repeated tasks', startRepeatedTasks(deps, { concurrency }))
  await answerAboutWorker(config, deps, shutdown)
  process.send?.('working')
}
