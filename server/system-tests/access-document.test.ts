import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { sessionClaims } from '#contract/identity/session-token.ts'
import { devices } from '../modules/devices/tables.ts'
import { makeReader } from '../testing/make/reader.ts'
import { makeSubscription } from '../testing/make/subscription.ts'
import { createTestApp, type TestApp } from '../testing/setup/test-app.ts'
import { openBrowser } from '../testing/setup/test-browser.ts'

const root = join(import.meta.dirname, '../..')
let server: TestApp
let site: string
let loginUrl: string
let document: string
let program: string
beforeAll(async () => {
  server = await createTestApp()
  loginUrl = await server.app.listen({ host: '127.0.0.1', port: 0 })
  document = await readFile(join(root, 'docs/access.md'), 'utf8')
  program = /```js\n([^]*?)```/.exec(document)?.[1] ?? ''
  site = await mkdtemp(join(tmpdir(), 'site-'))
  await symlink(join(root, 'node_modules'), join(site, 'node_modules'))
  await writeFile(join(site, 'may-read.mjs'), program)
})
afterAll(async () => {
  await rm(site, { recursive: true })
  await server.close()
})

type Cookies = Record<string, string>

/** Runs the document's program as a site would: a process of its own, which fetches the keys over HTTP. */
async function mayRead(...asked: [cookies: Cookies, flag: string][]): Promise<string[]> {
  const code = `import { mayRead } from './may-read.mjs'
    const answers = []
    for (const [cookies, flag] of ${JSON.stringify(asked)}) answers.push(await mayRead(cookies, flag))
    console.log(JSON.stringify(answers))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: site,
    env: {
      LOGIN_URL: loginUrl,
      PUBLIC_URL: server.deps.settings.origins.account,
      PATH: process.env['PATH'],
    },
  })
  return z.array(z.string()).parse(JSON.parse(stdout))
}

/** The cookies that a site under the base domain gets. */
async function signIn(email: string, device?: string): Promise<Cookies> {
  const browser = openBrowser(server.app)
  if (device !== undefined) browser.cookies.set('ppd', { value: device, path: '/' })
  await browser.signIn(email)
  return Object.fromEntries(['ppp', 'pps', 'ppi'].map(name => [name, browser.cookies.get(name)?.value ?? '']))
}

test('R15.02 the program of the document, of at most 30 lines, opens an article by a reader’s cookies', async () => {
  expect(program.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  const [subscriber, other] = [await makeReader(server.deps), await makeReader(server.deps)]
  await makeSubscription(server.deps, { userId: subscriber.id })
  const cookies = await signIn(subscriber.email)
  const { pps: anothers = '', ...without } = await signIn(other.email)
  expect(
    await mayRead(
      [cookies, 'web'],
      [cookies, 'print'],
      [{ ...without, pps: anothers }, 'web'],
      [{ ...cookies, pps: anothers }, 'web'],
      [{ ...cookies, ppp: 'x.y' }, 'web'],
      [{ ppi: String(subscriber.id) }, 'web'],
      [{}, 'web'],
    ),
  ).toEqual(['open', 'locked', 'locked', 'refresh', 'refresh', 'refresh', 'sign_in'])
})

test('R15.02 the program locks a device that lost its place, and has a token renewed that expired', async () => {
  const reader = await makeReader(server.deps)
  await makeSubscription(server.deps, { userId: reader.id })
  const now = server.clock.now()
  const used = Array.from({ length: 7 }, (_, hours) => ({
    id: `${reader.id}:device-${hours}`,
    userId: reader.id,
    name: 'Firefox',
    type: 'browser' as const,
    lastActivity: now.subtract({ hours }),
  }))
  await server.deps.db.insert(devices).values(used)
  const [first, seventh] = [await signIn(reader.email, 'device-0'), await signIn(reader.email, 'device-6')]
  expect(await mayRead([first, 'web'], [seventh, 'web'])).toEqual(['open', 'device_limit'])

  await server.deps.db.delete(devices).where(eq(devices.userId, reader.id))
  server.clock.set(now.subtract({ minutes: 11 }).toString())
  const expired = await signIn(reader.email)
  server.clock.set(now.toString())
  expect(await mayRead([expired, 'web'], [{ ...expired, ppi: '' }, 'web'])).toEqual(['refresh', 'sign_in'])
})

test('R15.02 the document names every claim of the token', () => {
  const missing = Object.keys(sessionClaims).filter(claim => !document.includes(`\`${claim}\``))
  expect(missing).toEqual([])
})
