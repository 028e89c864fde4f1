import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../platform/process/project-root.ts'
import { productionEnvironment } from '../testing/make/production-environment.ts'
import { freePort } from '../testing/setup/free-port.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
const running = new Set<number>()

beforeAll(async () => {
  database = await createTestDatabase()
})

afterAll(async () => {
  for (const pid of running) kill(pid)
  await database.close()
})

/** Runs a script of package.json by npm itself, from the sources; resolves when the program behind it answers. */
async function runByNpm(script: string[], environment: Record<string, string> = {}) {
  const port = await freePort()
  const npm = spawn('npm', [...script, '--', '--sources'], {
    cwd: projectRoot,
    // A process group of its own, as in a terminal.
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...(await productionEnvironment()),
      DATABASE_URL: database.url,
      PORT: String(port),
      WORKER_PORT: String(port),
      LOG_LEVEL: 'silent',
      ...environment,
    },
  })
  const ended = once(npm, 'exit')
  let code: unknown
  void ended.then(([each]) => (code = each))
  await expect
    .poll(
      async () => {
        expect(code).toBeUndefined()
        return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.status
      },
      { interval: 100 },
    )
    .toBe(200)
  const program = programBehind(npm.pid ?? 0)
  running.add(program.pid)
  return { npm, ended, port, program }
}

/** The process that npm waits for: its last descendant. */
function programBehind(pid: number): { pid: number; command: string } {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap(line => {
      const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return pid === undefined ? [] : [{ pid: Number(pid), ppid: Number(ppid), command }]
    })
  let last = { pid, command: 'npm' }
  for (;;) {
    const child = processes.find(each => each.ppid === last.pid)
    if (!child) return last
    last = child
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function kill(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

/** Sends the headers of a request and waits until the server has read them; its body is still to come. */
async function beginRequest(port: number, body: string): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('utf8').on('data', (text: string) => (said += text))
  socket.write(
    'POST /login HTTP/1.1\r\nHost: profil.noviny.sk\r\nOrigin: https://profil.noviny.sk\r\n' +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
  )
  await expect.poll(() => said).toContain('HTTP/1.1 100')
  said = ''
  return { socket, answer: () => said }
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

test.each([
  ['SIGTERM to npm start', (pid: number) => process.kill(pid, 'SIGTERM')],
  // The terminal tells the whole group, and npm passes it on to the server once more.
  ['Ctrl-C in its terminal', (pid: number) => process.kill(-pid, 'SIGINT')],
])('%s reaches the server, which answers what it has begun and ends', async (_, stop) => {
  const { npm, ended, port, program } = await runByNpm(['start'])
  // In production Node's default heap size holds: a whole bank statement fits into it.
  expect(program.command).toMatch(/node \S*scripts\/start\.mjs/)
  const body = JSON.stringify({ email: 'nikto@noviny.sk', password: 'Heslo-1234' })
  const { socket, answer } = await beginRequest(port, body)
  stop(npm.pid ?? 0)
  await expect.poll(() => listens(port)).toBe(false)
  socket.write(body)
  await expect.poll(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(await ended).toEqual([0, null])
  expect(isAlive(program.pid)).toBe(false)
})

test('SIGTERM to npm run worker reaches the worker', async () => {
  const { npm, ended, program } = await runByNpm(['run', 'worker'])
  npm.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(isAlive(program.pid)).toBe(false)
})

test('a demo keeps to a small heap of its own', () => {
  const tellHeap = `data:text/javascript,import v8 from 'node:v8'
    if (process.execArgv.some(flag => flag.startsWith('--max-old'))) {
      console.log(v8.getHeapStatistics().heap_size_limit / 2 ** 20)
      process.exit()
    }`
  const said = execFileSync(process.execPath, ['scripts/start.mjs', '--sources'], {
    cwd: projectRoot,
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      MODE: 'demo',
      NODE_OPTIONS: `--import "${tellHeap.replaceAll('\n', ';')}"`,
    },
  })
  expect(Number(said)).toBeLessThan(256)
})
