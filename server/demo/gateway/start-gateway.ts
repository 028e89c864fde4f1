import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from '#server/platform/process/project-root.ts'
import type { Log } from '#server/platform/telemetry/log.ts'

type StartOptions = {
  /** Folder in which the gateway keeps its file. */
  dataDir: string
  /** Wanted port; another one is taken when it is not free. */
  port: number
  key: string
  /** Target of its webhooks. */
  webhookUrl: string
}

/**
 * Starts the demo gateway as a process of its own, which ends with this one even when this one is killed.
 *
 * @returns its address, and a function that stops it
 */
export async function startGateway(
  { dataDir, port, key, webhookUrl }: StartOptions,
  log: Log,
): Promise<{ url: string; stop: () => Promise<void> }> {
  mkdirSync(dataDir, { recursive: true })
  const child = fork(program(), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DEMO_GATEWAY_PORT: String(port),
      DEMO_GATEWAY_FILE: join(dataDir, 'demo-gateway.sqlite'),
      DEMO_GATEWAY_KEY: key,
      DEMO_GATEWAY_WEBHOOK: webhookUrl,
    },
  })
  const exited = once(child, 'exit')
  const said = await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('The demo gateway ended at its start'))),
  ])
  const { port: listening } = z.object({ port: z.int() }).parse(said[0])
  let isStopping = false
  void exited.then(() => {
    if (!isStopping) log.error('the demo gateway ended: nothing can be paid by card until the next start')
  })
  return {
    url: `http://127.0.0.1:${listening}`,
    stop: async () => {
      isStopping = true
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

const program = () =>
  import.meta.filename.endsWith('.ts')
    ? join(import.meta.dirname, 'main.ts')
    : join(projectRoot, 'dist/server/demo-gateway.js')
