import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import autocannon from 'autocannon'
import * as z from 'zod'
import { freePort } from '#server/testing/setup/free-port.ts'

const root = join(import.meta.dirname, '..')

export const Readers = z.object({
  items: z.array(z.object({ situation: z.string(), email: z.string(), password: z.string() })),
})

export type BenchServer = { url: string; pid: number; databaseUrl: string; stop: () => Promise<void> }

/**
 * Starts the built server as `npm start` would, over a data folder of the benchmark's own.
 *
 * @param publicUrl its origin for browsers, when it is behind a proxy
 * @param given what it is told besides
 */
export async function startServer(
  dataDir: string,
  publicUrl?: string,
  given: Record<string, string> = {},
): Promise<BenchServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      HOST: 'localhost',
      PORT: String(port),
      DATA_DIR: dataDir,
      MODE: 'demo',
      ...(publicUrl !== undefined && { PUBLIC_URL: publicUrl }),
      // Lets requests set their own address, since limits count by address.
      TRUSTED_PROXIES: '127.0.0.1,::1',
      ...given,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // From now on, since it may end by itself.
  const ended = once(child, 'exit')
  await untilReady(child, url)
  return {
    url,
    pid: child.pid ?? 0,
    databaseUrl: given['DATABASE_URL'] ?? embeddedDatabaseUrl(dataDir),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Seconds from the command to the first answer, the median of three. */
export async function measureStart(dataDir: string): Promise<number> {
  const seconds: number[] = []
  for (let run = 0; run < 3; run++) {
    const begun = performance.now()
    const server = await startServer(dataDir)
    seconds.push((performance.now() - begun) / 1000)
    await server.stop()
  }
  return seconds.sort((a, b) => a - b)[1] ?? Number.NaN
}

/**
 * Requests per second of each target, interleaved over several rounds, so that a slow moment hits them alike.
 */
export async function measureRequests(targets: { url: string; cookie: string }[]): Promise<number[]> {
  const rates = targets.map((): number[] => [])
  for (let round = 0; round < 4; round++) {
    for (const [index, target] of targets.entries()) {
      const result = await autocannon({
        url: target.url,
        connections: 20,
        duration: 4,
        headers: { cookie: target.cookie },
      })
      if (result.non2xx > 0) throw new Error(`${target.url} refused ${result.non2xx} requests`)
      // The first round warms up.
      if (round > 0) rates[index]?.push(result.requests.average)
    }
  }
  return rates.map(values => values.sort((a, b) => a - b)[1] ?? Number.NaN)
}

/** Signs in as a reader of the demo publisher. */
export async function signInOverHttp(
  url: string,
  situation: string,
): Promise<{ cookie: string; userId: string }> {
  const { items } = Readers.parse(await (await fetch(`${url}/demo/readers.json`)).json())
  const reader = items.find(each => each.situation === situation)
  return signInAs(url, { email: reader?.email, password: reader?.password })
}

/** Signs in as any reader. */
export async function signInAs(
  url: string,
  reader: { email: string | undefined; password: string | undefined },
): Promise<{ cookie: string; userId: string }> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(reader),
  })
  if (answer.status !== 204) throw new Error(`Signing in answered ${answer.status}`)
  const cookies = answer.headers.getSetCookie().map(each => each.split(';')[0] ?? '')
  const userId = cookies.find(each => each.startsWith('ppi='))?.slice(4) ?? ''
  return { cookie: cookies.filter(each => /^pp[psi]=/.test(each)).join('; '), userId }
}

/** Resident memory of one process in MB. */
export const residentMb = async (pid: number): Promise<number> => memoryMb(pid, 'VmRSS')

/**
 * What stays of it once the load is over, in MB: the least of 20 seconds, since V8's memory reducer begins when a process
 * has been idle for 8, and collects up to three times.
 */
export async function settledMb(pid: number): Promise<number> {
  let least = Infinity
  for (let second = 0; second < 20; second++) {
    await setTimeout(1000)
    least = Math.min(least, memoryMb(pid, 'VmRSS'))
  }
  return least
}

/** The options of Node and the environment that a process was started with. */
export function startOf(pid: number): { execArgv: string[]; env: Record<string, string> } {
  const wordsOf = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').filter(Boolean)
  const variables = wordsOf('environ').map(each => {
    const [name = '', ...value] = each.split('=')
    return [name, value.join('=')] as const
  })
  return {
    execArgv: wordsOf('cmdline').filter(word => word.startsWith('--')),
    env: Object.fromEntries(variables),
  }
}

/** The most that it ever was, in MB. */
export const peakMb = (pid: number): number => memoryMb(pid, 'VmHWM')

function memoryMb(pid: number, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

function embeddedDatabaseUrl(dataDir: string): string {
  const own = process.env['DATABASE_URL']
  if (own) return own
  const password = readFileSync(join(dataDir, 'postgres-password'), 'utf8').trim()
  const port = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
  return `postgres://profil:${password}@127.0.0.1:${port}/profil`
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  let exited = false
  child.once('exit', () => {
    exited = true
  })
  const deadline = performance.now() + 180_000
  while (performance.now() < deadline) {
    if (exited) throw new Error('The server ended before it answered')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(20)
  }
  throw new Error('The server did not answer within 3 minutes')
}
