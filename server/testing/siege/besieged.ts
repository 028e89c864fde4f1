import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { machineClock } from '#server/platform/clock.ts'
import { type Database, openDatabase } from '#server/platform/database/database.ts'
import { migrateDatabase } from '#server/platform/database/migrate-database.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { breakableNetwork } from '../doubles/breakable-network.ts'
import { startBreakablePostgres } from '../doubles/breakable-postgres.ts'
import { startDemoGateway } from '../doubles/demo-gateway.ts'
import { startMailServer } from '../doubles/mail-server.ts'
import { startPgBouncer } from '../doubles/pgbouncer.ts'
import { letUpgrade, makeRenewals, renewalCards, type Upgrading } from '../make/due-renewals.ts'
import { makeNewsletter } from '../make/newsletter.ts'
import { type Answer, createCluster, type Member, signInOverHttp } from '../setup/cluster.ts'

/** A reader who asks either server, and signs in anew when the session is over. */
export type BesiegedReader = {
  subscriptionId: number
  ask: (method: 'GET' | 'POST' | 'PUT', path: string, json?: object) => Promise<Answer>
  /** Accepts the best of what is offered now, as was shown before: undefined where nothing is offered. */
  findUpgrade: () => Promise<(() => Promise<Answer>) | undefined>
}
export type Besieged = Awaited<ReturnType<typeof besiege>>

type Sizes = { renewals: number; readers: number; isPooled?: boolean }

/**
 * Two servers and two workers over a PostgreSQL, a mail server and a gateway that can be broken, with readers who are signed
 * in and renewals that can be made due.
 *
 * @param sizes.renewals how many there are
 * @param sizes.readers who ask
 * @param sizes.isPooled whether a PgBouncer in transaction mode stands before the database
 */
export async function besiege(sizes: Sizes) {
  const begun = new AsyncDisposableStack()
  try {
    return { ...(await begin(begun, sizes)), stop: () => begun.disposeAsync() }
  } catch (error) {
    await begun.disposeAsync()
    throw error
  }
}

/** @param begun what is to be ended again, also when something after it does not begin */
async function begin(begun: AsyncDisposableStack, { renewals, readers, isPooled = false }: Sizes) {
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-siege-'))
  begun.defer(() => rmSync(dataDir, { recursive: true }))
  const postgres = await startBreakablePostgres()
  begun.defer(postgres.stop)
  const { hostname: host, port } = new URL(postgres.url)
  const network = await breakableNetwork({ host, port: Number(port) })
  begun.defer(network.cut)
  const mailServer = await startMailServer()
  begun.defer(mailServer.stop)
  const mailNetwork = await breakableNetwork({
    host: '127.0.0.1',
    port: Number(new URL(mailServer.url).port),
  })
  begun.defer(mailNetwork.cut)
  // Of the siege itself, past what is broken.
  const database = openDatabase(postgres.url, { maxConnections: 3 })
  begun.defer(database.close)
  await migrateDatabase(postgres.url)
  await (await startJobs(postgres.url, createLog('warn'), { work: false })).stop()
  const newsletter = await makeNewsletter(database)
  await makeRenewals(database.db, renewals + readers, machineClock.now().add({ hours: 24 }))
  const made = await letUpgrade(database, renewals)
  const gateway = await startDemoGateway({
    cards: renewalCards(renewals + readers),
    webhookUrl: 'http://127.0.0.1:9',
  })
  begun.defer(gateway.stop)
  const behind = (url: string, through: { port: number }) =>
    Object.assign(new URL(url), { port: String(through.port) }).href
  const through = behind(postgres.url, network)
  const pooler = isPooled ? await pool(database, through) : undefined
  if (pooler) begun.defer(pooler.stop)
  const cluster = await createCluster({
    DATABASE_URL: pooler?.url ?? through,
    DATABASE_DIRECT_URL: pooler?.directUrl ?? through,
    DATA_DIR: dataDir,
    SMTP_URL: behind(mailServer.url, mailNetwork),
    DEMO_GATEWAY_URL: gateway.url,
    DEMO_GATEWAY_KEY: gateway.secret,
  })
  begun.defer(async () => {
    await Promise.all(cluster.all.map(member => member.kill()))
  })
  await gateway.setFaults({ webhook_url: `${cluster.origin}/webhooks/payments/demo` })
  await Promise.all(cluster.all.map(member => member.start()))
  const [one, other] = cluster.servers as [Member, Member]
  let asked = 0

  const enter = async (reader: Upgrading, index: number): Promise<BesiegedReader> => {
    const signIn = () => signInOverHttp(one, cluster.origin, reader, `10.1.${index >> 8}.${index % 256}`)
    let signedIn = await signIn()
    let entering: Promise<void> | undefined
    const server = () => (asked++ % 2 === 0 ? one : other)
    const again = async (act: () => Promise<Answer>): Promise<Answer> => {
      const answer = await act()
      if (answer?.status !== 401) return answer
      // The session is over: one of the calls signs in, the others wait for it.
      entering ??= signIn().then(reader => {
        signedIn = reader
      })
      const isIn = await entering.then(
        () => true,
        () => false,
      )
      entering = undefined
      return isIn ? act() : { status: 503, body: undefined, mayRetry: true, tookMs: 0 }
    }
    return {
      subscriptionId: reader.subscriptionId,
      ask: (...what) => again(() => signedIn.ask(server(), ...what)),
      findUpgrade: async () => {
        const path = `subscriptions/${reader.subscriptionId}/offers`
        const [code] = await signedIn.offers(one, reader.subscriptionId)
        return code === undefined ? undefined : () => signedIn.accept(server(), `${path}/${code}`)
      },
    }
  }
  const entered: BesiegedReader[] = []
  for (const [index, reader] of made.entries()) entered.push(await enter(reader, index))

  return {
    database,
    postgres,
    network,
    mailNetwork,
    gateway,
    cluster,
    newsletter,
    readers: entered,
    /** Whether both servers are ready. */
    isWell: async () => {
      const answers = await Promise.all(
        cluster.servers.map(({ url }) => fetch(`${url}/readyz`).catch(() => undefined)),
      )
      return answers.every(answer => answer?.status === 200)
    },
  }
}

/** Transactions at once of two servers and two workers: half of what they would take. */
const poolSize = 24

async function pool({ pool }: Database, url: string) {
  const { username, pathname } = new URL(url)
  // A pooler drops the time limits that each connection asks for.
  const limit = (setting: string) =>
    pool.query(`alter role ${username} in database ${pathname.slice(1)} set ${setting}`)
  await limit('statement_timeout = 20000')
  await limit('idle_in_transaction_session_timeout = 60000')
  return startPgBouncer(url, poolSize)
}
