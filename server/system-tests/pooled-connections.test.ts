import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { loadConfig } from '../config/config.ts'
import { changeFeature } from '../modules/feature-flags/index.ts'
import { loadFolder } from '../ops/load/load-folder.ts'
import { machineClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/database.ts'
import { requireTimeLimits } from '../platform/database/pooler.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import { TestEventSource } from '../testing/inspect/event-source.ts'
import { allDone, readWork } from '../testing/inspect/open-work.ts'
import { letUpgrade, makeDue, makeRenewals, renewalCards } from '../testing/make/due-renewals.ts'
import { type Member, signInOverHttp } from '../testing/setup/cluster.ts'
import { createPooledCluster } from '../testing/setup/pooled-cluster.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'
import { testWith } from '../testing/setup/test-with.ts'

const renewals = 40
const upgrading = 10
/** Five that each process may hold for charges and messages, and four for readers: half of what they would take. */
const poolSize = 4 * 5 + 4
const clientKey = 'sdk-pooled'

const open = new AsyncDisposableStack()
afterAll(() => open.disposeAsync())

testWith(
  ['pgbouncer'],
  'R15.10 two servers and two workers do all their work through PgBouncer in transaction mode',
  async () => {
    const database = await createTestDatabase()
    open.defer(database.close)
    const name = new URL(database.url).pathname.slice(1)
    const { pooler, mailServer, gateway, cluster } = await createPooledCluster(open, {
      database: database.url,
      poolSize,
      gateway: { cards: renewalCards(renewals + upgrading), webhookUrl: 'http://127.0.0.1:9' },
      given: { FEATURES_CLIENT_KEY: clientKey },
    })
    const [one, other] = cluster.servers as [Member, Member]

    const pooled = openDatabase(pooler.url, { isPooled: true, maxConnections: 1 })
    open.defer(pooled.close)
    // The time limits that each connection asks for are dropped on the way.
    await expect(requireTimeLimits(pooled.pool)).rejects.toThrow('drops time limits')
    await database.pool.query(`alter role profil in database ${name} set statement_timeout = 20000`)
    await database.pool.query(
      `alter role profil in database ${name} set idle_in_transaction_session_timeout = 60000`,
    )
    await pooler.ask('reconnect')
    await makeRenewals(database.db, renewals + upgrading, machineClock.now().add({ hours: 24 }))
    const readers = await letUpgrade(database, renewals)
    await Promise.all(cluster.all.map(member => member.start()))

    const stream = new TestEventSource(`${one.url}/sub/${clientKey}`)
    open.defer(() => stream.close())
    await new Promise<void>(resolve => stream.addEventListener('open', () => resolve()))
    const told = new Promise<void>(resolve => stream.addEventListener('features-updated', () => resolve()))
    await pooled.db.transaction(tx =>
      changeFeature(tx, { key: 'pooled', definition: { defaultValue: true, rules: [] } }),
    )
    await told

    const outcomes = await Promise.all(
      readers.map(async (reader, index) => {
        const own = await signInOverHttp(one, cluster.origin, reader, `10.0.0.${index + 1}`)
        const [code] = await own.offers(other, reader.subscriptionId)
        const accepted = await own.accept(other, `subscriptions/${reader.subscriptionId}/offers/${code}`)
        const read = await own.ask(one, 'GET', 'subscriptions')
        return [accepted?.status, read?.status]
      }),
    )
    expect(outcomes).toEqual(readers.map(() => [201, 200]))
    await makeDue(database, renewals)
    await expect.poll(() => readWork(database), { interval: 250 }).toEqual(allDone(renewals))
    const { charges } = await gateway.ledger()
    expect(charges).toHaveLength(renewals + upgrading)
    expect(new Set(charges.map(({ card }) => card)).size).toBe(renewals + upgrading)
    expect(mailServer.taken.length).toBeGreaterThanOrEqual(renewals + upgrading)

    // A load sends its statements without waiting for answers (pipeline mode).
    const deps = { db: pooled.db, clock: machineClock, settings: loadConfig({}) }
    const added = async () =>
      (await loadFolder(deps, join(projectRoot, 'demo'))).files.map(each => each.added)
    expect(Math.max(...(await added()))).toBeGreaterThan(50)
    expect(Math.max(...(await added()))).toBe(0)

    const connections = await pooler.ask('show servers')
    expect(connections.filter(each => each['database'] === 'profil').length).toBeLessThanOrEqual(poolSize)
    // As docs/scale.md counts them: three of the queue and one that listens, in each of four processes.
    const sessions = connections.filter(each => each['database'] === 'profil_sessions')
    expect(sessions.length).toBeLessThanOrEqual(4 * 4)
  },
  180_000,
)
