import { spawnSync } from 'node:child_process'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { loadConfig } from '../config/config.ts'
import { registerDemo } from '../demo/index.ts'
import { demoLoad } from '../demo/tables.ts'
import { machineClock, movableClock } from '../platform/clock.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { Shutdown } from '../platform/process/shutdown.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { openIdentityProviders } from '../start/open-identity-providers.ts'
import { startParts } from '../start/start-parts.ts'
import { productionEnvironment } from '../testing/make/production-environment.ts'
import { createTestApp } from '../testing/setup/test-app.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

const log = createLog('silent')

test('R3.01 production has no demo pages, gateways or identity providers, and no clock that can be moved', async () => {
  const database = await createTestDatabase()
  const config = loadConfig({ ...(await productionEnvironment()), DATABASE_URL: database.url })
  const shutdown = new Shutdown(log)
  // The movable clock is ignored.
  const moved = movableClock(database)
  const { deps, demo } = await startParts(config, log, shutdown, { maxConnections: 4, answersReaders: true })
  await moved.advance(Temporal.Duration.from('P1M'))
  const providers = await openIdentityProviders(config, shutdown)
  const app = await createApp(deps, { identityProviders: providers })
  try {
    expect(demo).toBeUndefined()
    expect(deps.clock).toBe(machineClock)
    expect(deps.clock.now().epochMilliseconds).toBeLessThan(Date.now() + 60_000)
    expect(deps.gateway.name).toBe('stripe')
    expect(providers).toEqual({})
    expect(deps.captcha).toBeUndefined()

    for (const { method, url } of await demoRoutes()) {
      const answer = await app.inject({ method, url, headers: { origin: 'https://profil.noviny.sk' } })
      expect([url, answer.statusCode]).toEqual([url, 404])
    }
    // Without METRICS_TOKEN metrics are not served.
    expect((await app.inject('/metrics')).statusCode).toBe(404)
    const runtime = await app.inject('/config.json')
    expect(runtime.json()).toMatchObject({
      environment: 'production',
      sign_in_providers: [],
      captcha_public_key: null,
      features_client_key: null,
    })
    expect(runtime.body).not.toContain('dennik.example')
  } finally {
    await app.close()
    await shutdown.run()
    await database.close()
  }
})

/** Every address that the demo has. */
async function demoRoutes(): Promise<{ method: 'GET' | 'POST' | 'DELETE'; url: string }[]> {
  const demo = await createTestApp()
  const app = Fastify()
  const routes: { method: 'GET' | 'POST' | 'DELETE'; url: string }[] = []
  app.setValidatorCompiler(() => () => true)
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of ['GET', 'POST', 'DELETE'] as const) {
      if (method.includes(each)) routes.push({ method: each, url: url.replace('*', 'sme.css') })
    }
  })
  await registerDemo(app, demo.payments, movableClock(demo.deps))
  await app.close()
  await demo.close()
  expect(routes.length).toBeGreaterThan(8)
  return routes
}

test('production does not run over a database in which a demo has run', async () => {
  const database = await createTestDatabase()
  await database.db.insert(demoLoad).values({ startedAt: machineClock.now() })
  const config = loadConfig({ ...(await productionEnvironment()), DATABASE_URL: database.url })
  const shutdown = new Shutdown(log)
  await expect(
    startParts(config, log, shutdown, { maxConnections: 2, answersReaders: true }),
  ).rejects.toThrow(/^DATABASE_URL leads to a database in which a demo has run/)
  await shutdown.run()
  await database.close()
})

test('a start that cannot be ends with exit code 1 and one line for each variable, without a stack', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run-server.ts', '--sources'], {
    cwd: projectRoot,
    env: { PATH: process.env['PATH'], MODE: 'production', HELPDESK_EMAIL: 'pomoc@dennik.example' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stdout).toBe('')
  const [heading, ...lines] = stderr.trimEnd().split('\n')
  expect(heading).toMatch(/^MODE=production does not start/)
  expect(lines.length).toBeGreaterThan(15)
  for (const line of lines)
    expect(line).toMatch(/^ {2}[A-Z_]+ is (missing|an address of the demo’s publisher): .+\.$/)
})
