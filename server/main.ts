import { createApp } from './app.ts'
import type { Config } from './config/config.ts'
import { listen, requireFreePort } from './platform/process/listen.ts'
import type { Shutdown } from './platform/process/shutdown.ts'
import type { Log } from './platform/telemetry/log.ts'
import { openIdentityProviders, openSubscribeWithGoogle } from './start/open-identity-providers.ts'
import { startRepeatedTasks } from './start/repeated-tasks.ts'
import { runProgram } from './start/run-program.ts'
import { startParts } from './start/start-parts.ts'

/** A server process: serves readers and consumes jobs. @throws StartupError when it cannot start */
export const main = (): Promise<void> => runProgram(start)

async function start(config: Config, log: Log, shutdown: Shutdown): Promise<void> {
  // Before anything is started: a second server on a taken port should leave no trace.
  const place = { host: config.host, port: config.port, variable: 'PORT' }
  await requireFreePort(place)
  const { deps, demo, demoClock } = await startParts(config, log, shutdown, {
    maxConnections: 10,
    answersReaders: true,
  })
  const app = await createApp(deps, {
    trustedProxies: config.trustedProxies,
    maxConnections: config.maxConnections,
    identityProviders: await openIdentityProviders(config, shutdown),
    swg: openSubscribeWithGoogle(config),
    ...(demoClock ? { demoClock } : {}),
  })
  await listen(app, place, shutdown)
  // Low concurrency of charges: readers need the same database connections. A worker does many.
  if (config.background === 'on') {
    shutdown.addWork('repeated tasks', startRepeatedTasks(deps, { concurrency: 3 }))
  } else log.warn(backgroundIsOff)
  process.send?.('working')
  if (process.stdout.isTTY || config.mode === 'demo') announce(config, demo?.readersToTry ?? [])
}

const backgroundIsOff =
  'BACKGROUND=off: nothing is charged, mailed or texted; it is kept until a process runs without it'

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
  if (config.background === 'off') lines.push(`${backgroundIsOff}.`)
  lines.push(`To stop it press Ctrl-C.`, ``)
  process.stdout.write(lines.join('\n'))
}
