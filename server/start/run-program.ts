import { type Config, loadConfig } from '../config/config.ts'
import { Shutdown } from '../platform/process/shutdown.ts'
import { createErrorReporter, reportLastErrors } from '../platform/telemetry/error-reports.ts'
import { createLog, type Log } from '../platform/telemetry/log.ts'

/**
 * Reads the configuration and runs a program until SIGINT or SIGTERM, which end its work and then its parts.
 *
 * @param start the program; it adds its parts to the shutdown
 * @throws StartupError when it cannot start; parts that had started are stopped
 */
export async function runProgram(
  start: (config: Config, log: Log, shutdown: Shutdown) => Promise<void>,
): Promise<void> {
  const config = loadConfig(process.env)
  const reporter = createErrorReporter(config)
  const log = createLog(config.logLevel, reporter?.report)
  const shutdown = new Shutdown(log)
  shutdown.onSignal()
  if (reporter) reportLastErrors(reporter, log, shutdown)
  try {
    await start(config, log, shutdown)
  } catch (error) {
    await shutdown.run()
    throw error
  }
}
