import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { OrderTerms } from '#contract/orders/order-terms.ts'
import { addressOf } from '#server/testing/fill/names.ts'
import { emailOf, moment, templateReaders } from '#server/testing/fill/readers.ts'
import { fill, startFilled } from '#server/testing/fill/run.ts'
import { testPassword } from '#server/testing/setup/test-browser.ts'
import { createDatabase, measureRenewals } from './charges.ts'
import { signInAs, startServer } from './server.ts'
import { type Figure, median } from './table.ts'

const fewReaders = 1000
const rounds = 27
/** A template whose copies have neither a package nor a seat. */
const asking = 20

type Copy = Awaited<ReturnType<typeof openCopy>>

/**
 * What a reader notices of many readers when something is written, beside the same with a thousand readers, and how fast
 * renewals are charged among many. Done in copies of the databases, which are dropped.
 *
 * @param readers how many; they are made first where they are not kept
 */
export async function measureLargeWrites(readers: number): Promise<Figure[]> {
  const few = await openCopy(await fill(fewReaders))
  try {
    const many = await openCopy(await fill(readers))
    try {
      await putOffRenewals(many)
      return [
        ...(await compareWrites(few, fewReaders, many, readers)),
        ...(await measureRenewals(many.database, 300)),
      ]
    } finally {
      await many.close()
    }
  } finally {
    await few.close()
  }
}

/** A copy of a filled database, at the moment at which that stands. */
async function openCopy(dataDir: string) {
  const postgres = await startFilled(dataDir)
  const database = await createDatabase(postgres.connectionString, 'writes', 'profil')
  await database.pool.query(
    `insert into clock_offset (id, offset_ms) values (1, $1) on conflict (id) do update set offset_ms = $1`,
    [moment.epochMilliseconds - Date.now()],
  )
  return {
    database,
    close: async () => {
      await database.drop()
      await postgres.stop()
    },
  }
}

/** Their cards are not known to a gateway: what is due in the hours of a run is due a day later. */
const putOffRenewals = ({ database }: Copy) =>
  database.pool.query(
    `update recurring_profiles set charge_at = charge_at + interval '1 day'
     where state = 'active' and charge_at < $1`,
    [moment.add({ hours: 12 }).toInstant().toString()],
  )

/** Medians of each write, one to the small one and one to the large one in turn. */
async function compareWrites(few: Copy, fewCount: number, many: Copy, count: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'profil-writes-'))
  const start = ({ database }: Copy, name: string) =>
    startServer(join(folder, name), undefined, {
      BACKGROUND: 'off',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: database.url,
    })
  const small = await start(few, 'few')
  const large = await start(many, 'many')
  try {
    const times = new Map<string, [few: number[], many: number[]]>()
    const writes = [await writesOf(small.url, fewCount), await writesOf(large.url, count)] as const
    for (let round = 0; round < rounds; round++) {
      for (const name of writes[1].keys()) {
        const kept = times.get(name) ?? [[], []]
        times.set(name, kept)
        // What one of them still cleans up falls into the time of the other: each goes first as often.
        for (const side of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
          const ms = await timeOf(writes[side].get(name))
          // The first rounds warm up.
          if (round >= 3) kept[side].push(ms)
        }
      }
    }
    return [...times].map(([what, [few, many]]) => {
      const floor = median(few)
      return { what, value: median(many), unit: 'ms', budget: Math.max(1.25 * floor, floor + 2), floor }
    })
  } finally {
    await small.stop()
    await large.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Write = () => Promise<void>

const Items = z.object({ items: z.array(z.object({ id: z.string() })) })

/** Each undoes what the one before it has done, or adds something of its own. */
async function writesOf(url: string, readers: number): Promise<Map<string, Write>> {
  const reader = {
    email: addressOf(emailOf(asking), Math.floor(readers / templateReaders / 2)),
    password: testPassword,
  }
  const { cookie, userId } = await signInAs(url, reader)
  const send = async (method: string, path: string, json?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      // An order of its own each time, not the one that is there.
      headers: {
        cookie,
        origin: url,
        ...(json && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
      ...(json && { body: JSON.stringify(json) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${text.slice(0, 200)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const own = `/rest/api/prv/v1/users/${userId}`
  const terms = OrderTerms.parse(await send('GET', '/rest/api/prv/v1/order-terms'))
  const agreed = {
    terms_version: terms.version,
    withdrawal_version: terms.withdrawal.version,
    begin_at_once: true,
  }
  const authors = Items.parse(await send('GET', '/rest/api/prv/v1/follows/author')).items
  const author = `${own}/follows/author/${authors[0]?.id}`
  const address = {
    type: 'invoice',
    name: 'Jana',
    surname: 'Kováčová',
    street: 'Lipová',
    number: '14',
    city: 'Trnava',
    zip: '91701',
    country: 'SK',
  }
  let added: unknown
  let isCopied = false
  const writes: Record<string, () => Promise<unknown>> = {
    'POST /login': () => signInAs(url, reader),
    'PATCH …': () => {
      isCopied = !isCopied
      return send('PATCH', own, { notice_copies: isCopied })
    },
    'PUT …/follows/author/{id}': () => send('PUT', author),
    'DELETE …/follows/author/{id}': () => send('DELETE', author),
    'PUT …/newsletters/{code}': () => send('PUT', `${own}/newsletters/ranny-vyber`),
    'DELETE …/newsletters/{code}': () => send('DELETE', `${own}/newsletters/ranny-vyber`),
    'POST …/addresses': async () => {
      added = await send('POST', `${own}/addresses`, address)
    },
    'DELETE …/addresses/{id}': () =>
      send('DELETE', `${own}/addresses/${z.object({ id: z.int() }).parse(added).id}`),
    'POST …/orders': () =>
      send('POST', `${own}/orders`, { product: 'premium_plus_1y', method: 'bank_transfer', agreed }),
  }
  return new Map(
    Object.entries(writes).map(([name, write]) => [
      name,
      async () => {
        await write()
      },
    ]),
  )
}

async function timeOf(write: Write | undefined): Promise<number> {
  const begun = performance.now()
  await write?.()
  return performance.now() - begun
}
