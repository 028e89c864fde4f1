import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDemoGateway } from '../doubles/demo-gateway.ts'
import { startMailServer } from '../doubles/mail-server.ts'
import { startPgBouncer } from '../doubles/pgbouncer.ts'
import { createCluster } from './cluster.ts'

type Options = {
  /** Address of the PostgreSQL behind the pooler. */
  database: string
  /** Transactions at once. */
  poolSize: number
  gateway: Parameters<typeof startDemoGateway>[0]
  /** What the processes are told besides. */
  given?: Record<string, string>
}

/**
 * Two servers and two workers, none of them started yet, that reach their database through a PgBouncer of their own, and
 * with them a gateway and a mail server.
 *
 * @param open stops all of it, in reverse order
 */
export async function createPooledCluster(
  open: AsyncDisposableStack,
  { database, poolSize, gateway: options, given }: Options,
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-pooled-'))
  open.defer(() => rmSync(dataDir, { recursive: true }))
  const pooler = await startPgBouncer(database, poolSize)
  open.defer(pooler.stop)
  const mailServer = await startMailServer()
  open.defer(mailServer.stop)
  const gateway = await startDemoGateway(options)
  open.defer(gateway.stop)
  const cluster = await createCluster({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: pooler.directUrl,
    DATA_DIR: dataDir,
    SMTP_URL: mailServer.url,
    DEMO_GATEWAY_URL: gateway.url,
    DEMO_GATEWAY_KEY: gateway.secret,
    ...given,
  })
  open.defer(async () => {
    await Promise.all(cluster.all.map(member => member.kill()))
  })
  return { pooler, mailServer, gateway, cluster }
}
