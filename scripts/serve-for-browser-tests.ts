import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 50

/**
 * Set-up of the browser tests: the built server in demo mode on the port of E2E_PORT, over a data folder of its own,
 * both gone when the tests are over.
 * @throws Error with what the server said, when it does not become ready
 */
export default async function serveForBrowserTests(): Promise<() => Promise<void>> {
  const port = process.env['E2E_PORT'] ?? ''
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-e2e-'))
  const server = spawn(process.execPath, ['scripts/run-server.ts'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      // A test may come from an address of its own, since limits count by address.
      TRUSTED_PROXIES: '127.0.0.1',
    },
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', chunk => {
      said = `${said}${String(chunk)}`.slice(-20_000)
    })
  }
  const closed = once(server, 'close')
  const stop = async () => {
    server.kill('SIGTERM')
    await closed
    rmSync(dataDir, { recursive: true, force: true })
  }
  const giveUpAt = performance.now() + START_TIMEOUT_MS
  while (!(await isReady(port))) {
    if (server.exitCode !== null || performance.now() > giveUpAt) {
      await stop()
      throw new Error(`The server for the browser tests did not become ready. It said:\n${said}`)
    }
    await pause(POLL_MS)
  }
  return stop
}

async function isReady(port: string): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200
  } catch {
    return false // not listening yet
  }
}
