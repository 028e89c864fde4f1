import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { operatorTokens } from '../ops/tables.ts'
import { hashToken } from '../platform/secrets.ts'
import { startDemoGateway, type TestGateway } from '../testing/doubles/demo-gateway.ts'
import { makeProduct } from '../testing/make/purchase.ts'
import { csvHeader, csvRows, makeCamt, testAccount } from '../testing/make/statement.ts'
import { freePort } from '../testing/setup/free-port.ts'
import { type Program, startProgram } from '../testing/setup/start-program.ts'
import { createTestDatabase } from '../testing/setup/test-database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'profil-statement-'))
const token = 'profil_ops_of-the-tests-of-large-statements'
/** How many of the entries pay for something. */
const paying = 200
/** Not repeated, as its entries are known then. Ended only where it hangs: a busy machine needs minutes. */
const once = { retry: 0, timeout: 1_200_000 }

let database: Awaited<ReturnType<typeof createTestDatabase>>
let gateway: TestGateway
let server: Program
let url: string
beforeAll(async () => {
  database = await createTestDatabase()
  const now = Temporal.Now.instant()
  await database.db.insert(operatorTokens).values({
    name: 'bank',
    hash: hashToken(token),
    scopes: ['bank-transfers:write'],
    createdAt: now,
    createdBy: 'tests',
    expiresAt: now.add({ hours: 1 }),
  })
  await makeOrders()
  gateway = await startDemoGateway({ webhookUrl: 'http://127.0.0.1:9' })
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  server = await startProgram('main', {
    environment: {
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      LOG_LEVEL: 'silent',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DEMO_GATEWAY_URL: gateway.url,
      DEMO_GATEWAY_KEY: gateway.secret,
    },
    flags: ['--max-semi-space-size=2', '--max-old-space-size=192'],
  })
})
afterAll(async () => {
  await server.kill('SIGKILL')
  await gateway.stop()
  await database.close()
  rmSync(dataDir, { recursive: true })
})

async function makeOrders(): Promise<void> {
  await makeProduct(database, { code: 'premium_1y', priceCents: 8990 })
  await database.db.execute(sql`
    with readers as (
      insert into users (email, locale, registered_at, registered_via)
      select 'transfer-' || number || '@dennik.example', 'sk', now(), 'web'
      from generate_series(0, ${paying - 1}::int) as number returning id, email),
    waiting as (
      insert into payments (user_id, product_code, purpose, method, state, amount_cents, at, variable_symbol)
      select id, 'premium_1y', 'order', 'bank_transfer', 'created', 8990, now(),
        (8000000001 + split_part(split_part(email, '@', 1), '-', 2)::bigint)::text
      from readers returning id, user_id)
    insert into orders (user_id, product_code, method, state, price_cents, request_hash, payment_id, created_at, expires_at)
    select user_id, 'premium_1y', 'bank_transfer', 'waiting', 8990, '', id, now(), now() + interval '14 days' from waiting`)
}

const Answer = z.object({
  known: z.int().optional(),
  new: z.array(z.object({ state: z.string(), entries: z.int() })).optional(),
  errors: z.array(z.object({ message: z.string() })).optional(),
})

async function send(body: string, type = 'text/csv') {
  const answer = await fetch(`${url}/ops/v1/bank-statements`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body,
  })
  return { status: answer.status, ...Answer.parse(await answer.json()) }
}

test(
  'R17.01 a statement of 50,000 entries is taken in the heap of production without blocking the event loop',
  once,
  async () => {
    const text = csvHeader + csvRows(50_000)
    expect(Buffer.byteLength(text)).toBeGreaterThan(8_700_000)
    expect(Buffer.byteLength(text)).toBeLessThan(10_000_000)
    const over = new AbortController()
    const taking = send(text).finally(() => over.abort())
    let answered = 0
    while (!over.signal.aborted) {
      const answer = await fetch(`${url}/readyz`)
      expect(answer.status).toBe(200)
      answered++
      await pause(20)
    }
    expect(await taking).toMatchObject({ status: 200, known: 0 })
    // A blocked event loop would answer only a few, in the gaps.
    expect(answered).toBeGreaterThan(50)
    const countOf = async (state: string) => {
      const { rows: counts } = await database.pool.query<{ count: number }>(
        'select count(*)::int as count from bank_entries where state = $1',
        [state],
      )
      return counts[0]?.count
    }
    await expect.poll(() => countOf('waiting'), { timeout: once.timeout / 2 }).toBe(0)
    expect(await countOf('confirmed')).toBe(paying)
    expect(await countOf('unmatched')).toBe(50_000 - paying)
  },
)

const camt = (inside: string) => makeCamt([{ amount: '1.00' }]).replace('</Stmt>', `${inside}</Stmt>`)
const entryXml = makeCamt([{ amount: '1.00' }])
  .replace(/^[\s\S]*?(?=<Ntry>)/, '')
  .replace(/<\/Stmt>[\s\S]*$/, '')
  .replaceAll('\n', '')
  .replace(/<NtryDtls>.*<\/NtryDtls>/, '')

test.each([
  ['a million rows of no statement', () => 'a;b\n'.repeat(1_000_000), /column "reference"/],
  [
    'a row too many',
    () => csvHeader + csvRows(50_001, index => `${testAccount};R${index};2026-11-20;1;;;;\n`),
    /more than 50000 entries/,
  ],
  [
    'rows of a thousand accounts and one',
    () => csvHeader + csvRows(1001, index => `SK${index};R;2026-11-20;1;;;;\n`),
    /more than 1000 statements/,
  ],
  ['one row of ten million characters', () => `${csvHeader}${'x'.repeat(9_900_000)}`, /row does not end/],
  ['a million cells in its first line', () => `${';'.repeat(990_000)}\n`.repeat(10), /column "reference"/],
  ['an open quotation mark', () => `${csvHeader}"${'slovo\n'.repeat(1_600_000)}`, /row does not end/],
  ['an XML entry too many', () => camt(entryXml.repeat(50_000)), /more than 50000 entries/],
  [
    'an XML statement too many',
    () => camt('</Stmt><Stmt><Id>2</Id>'.repeat(1000)),
    /more than 1000 statements/,
  ],
  ['an entry of two million elements', () => camt(`<Ntry>${'<a/>'.repeat(2_400_000)}`), /larger than any/],
  [
    'an element of 400,000 attributes',
    () => camt(`<Ntry ${Array.from({ length: 400_000 }, (_, index) => `a${index}=""`).join(' ')}>`),
    /more attributes/,
  ],
  [
    '400,000 attributes of many elements',
    () => camt(`<Ntry ${Array.from({ length: 800 }, (_, index) => `a${index}=""`).join(' ')}/>`.repeat(500)),
    /more attributes/,
  ],
])('%s is refused, and others are answered', async (_what, make, sentence) => {
  const body = make()
  const { status, errors } = await send(body, body.startsWith('<') ? 'application/xml' : 'text/csv')
  expect(errors?.[0]?.message).toMatch(sentence)
  expect(status).toBe(422)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})
