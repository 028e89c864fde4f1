import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { severalOrigins } from './several-origins.ts'

const run = promisify(execFile)

const START_TIMEOUT_MS = 60_000
const POLL_MS = 50

/** How many ports after its own a server takes for the demo's services. */
export const servicePorts = 4

/**
 * Set-up of the browser tests: the built server twice, in demo mode over data folders of their own: with all
 * sites on one origin on the port of E2E_PORT, and with a host for each on that of E2E_SEVERAL_PORT. Both are
 * stopped and their folders removed after the tests.
 * @throws Error with a server's output, when it does not become ready
 */
export default async function serveForBrowserTests(): Promise<() => Promise<void>> {
  const severalPort = process.env['E2E_SEVERAL_PORT'] ?? ''
  const servers = [
    startServer(process.env['E2E_PORT'] ?? '', {}),
    startServer(severalPort, severalOrigins(severalPort)),
  ]
  const stop = async () => {
    await Promise.all(servers.map(server => server.stop()))
  }
  try {
    await Promise.all(servers.map(server => server.ready()))
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

/**
 * Starts one server; tests that change it for everybody have one of their own.
 *
 * @param variables of its environment, beside those of all
 */
export function startServer(port: string, variables: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-e2e-'))
  const cwd = join(import.meta.dirname, '..')
  const env = {
    ...process.env,
    MODE: 'demo',
    HOST: 'localhost',
    PORT: port,
    DATA_DIR: dataDir,
    // Lets a test set its own IP address, since limits count by address.
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ...variables,
  }
  const server = spawn(process.execPath, ['scripts/run-server.ts'], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', chunk => {
      said = `${said}${String(chunk)}`.slice(-20_000)
    })
  }
  const closed = once(server, 'close')
  return {
    ready: async () => {
      const giveUpAt = performance.now() + START_TIMEOUT_MS
      while (!(await isReady(port))) {
        if (server.exitCode !== null || performance.now() > giveUpAt) {
          throw new Error(`The server for the browser tests did not become ready. It said:\n${said}`)
        }
        await pause(POLL_MS)
      }
    },
    /** Does an operation of staff, as on the command line. */
    operate: (...words: string[]) =>
      run(process.execPath, ['server/start/command.ts', ...words], { cwd, env }),
    stop: async () => {
      server.kill('SIGTERM')
      await closed
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function isReady(port: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false // not listening yet
  }
}
