import { DatabaseSync } from 'node:sqlite'
import type { Behaviour } from './cards.ts'

export type StoredCard = {
  token: string
  brand: string
  last4: string
  validUntil: string
  behaviour: Behaviour
}

export type StoredCheckout = {
  id: string
  key: string
  amountCents: number
  description: string
  locale: 'sk' | 'en'
  successUrl: string
  cancelUrl: string
  state: 'open' | 'paid' | 'closed'
  decline: string | null
  chargeId: string | null
  /** The card pending its reader's confirmation. */
  confirming: string | null
  paysFor: string | null
}

export type StoredCharge = {
  id: string
  key: string
  amountCents: number
  refundedCents: number
  state: 'succeeded' | 'declined'
  reason: string | null
  cardToken: string
  takenAt: string
  /** What it pays for; null for what may be paid more than once. */
  paysFor: string | null
}

export type StoredRefund = {
  key: string
  chargeId: string
  amountCents: number
  state: 'succeeded' | 'failed'
}

export type StoredDispute = {
  id: string
  chargeId: string
  reason: string
  amountCents: number
  state: string
  respondBy: string | null
}

export type StoredEvent = { id: string; type: string; key: string; delivered: 0 | 1 }

/** Migration: columns added later. */
const laterColumns = [
  ['charges', 'takenAt', "text not null default '2026-01-01T00:00:00Z'"],
  ['charges', 'paysFor', 'text'],
  ['checkouts', 'paysFor', 'text'],
  ['refunds', 'state', "text not null default 'succeeded'"],
] as const

const schema = `
  pragma journal_mode = wal;
  pragma synchronous = off;
  create table if not exists cards (token text primary key, brand text, last4 text, validUntil text, behaviour text);
  create table if not exists checkouts (id text primary key, key text unique, amountCents int, description text,
    locale text, successUrl text, cancelUrl text, state text, decline text, chargeId text, confirming text);
  create table if not exists charges (id text primary key, key text unique, amountCents int, refundedCents int,
    state text, reason text, cardToken text);
  create table if not exists refunds (key text primary key, chargeId text, amountCents int);
  create table if not exists disputes (id text primary key, chargeId text, reason text, amountCents int, state text,
    respondBy text);
  create table if not exists events (id text primary key, type text, key text, delivered int);
`

/**
 * Store of the demo gateway, in a file of its own, so that its cards and charges survive a restart.
 *
 * @param file path of the file, or `:memory:`
 */
export function openStore(file: string) {
  const db = new DatabaseSync(file)
  db.exec(schema)
  for (const [table, column, type] of laterColumns) {
    const columns = db.prepare(`pragma table_info(${table})`).all()
    if (!columns.some(each => each['name'] === column)) {
      db.exec(`alter table ${table} add column ${column} ${type}`)
    }
  }
  db.exec('create index if not exists charges_pays_for on charges (paysFor)')
  const table = <Row extends Record<string, string | number | null>>(
    name: string,
    columns: (keyof Row & string)[],
  ) => {
    // What is replaced keeps its rowid, and so its place.
    const put = db.prepare(
      `insert into ${name} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})
      on conflict (${columns[0]}) do update set ${columns.map(each => `${each} = excluded.${each}`).join(', ')}`,
    )
    const finders = new Map(
      columns.map(column => [column, db.prepare(`select * from ${name} where ${column} = ? order by rowid`)]),
    )
    const everything = db.prepare(`select * from ${name} order by rowid`)
    // A row has exactly the columns that `put` wrote.
    // oxlint-disable typescript/no-unsafe-type-assertion
    return {
      put: (row: Row) => void put.run(...columns.map(column => row[column] ?? null)),
      find: (column: keyof Row & string, value: string) =>
        finders.get(column)?.get(value) as unknown as Row | undefined,
      findAll: (column: keyof Row & string, value: string) =>
        (finders.get(column)?.all(value) ?? []) as unknown as Row[],
      all: () => everything.all() as unknown as Row[],
    }
    // oxlint-enable typescript/no-unsafe-type-assertion
  }
  return {
    cards: table<StoredCard>('cards', ['token', 'brand', 'last4', 'validUntil', 'behaviour']),
    checkouts: table<StoredCheckout>('checkouts', [
      'id',
      'key',
      'amountCents',
      'description',
      'locale',
      'successUrl',
      'cancelUrl',
      'state',
      'decline',
      'chargeId',
      'confirming',
      'paysFor',
    ]),
    charges: table<StoredCharge>('charges', [
      'id',
      'key',
      'amountCents',
      'refundedCents',
      'state',
      'reason',
      'cardToken',
      'takenAt',
      'paysFor',
    ]),
    refunds: table<StoredRefund>('refunds', ['key', 'chargeId', 'amountCents', 'state']),
    disputes: table<StoredDispute>('disputes', [
      'id',
      'chargeId',
      'reason',
      'amountCents',
      'state',
      'respondBy',
    ]),
    events: table<StoredEvent>('events', ['id', 'type', 'key', 'delivered']),
    close: () => db.close(),
  }
}
export type Store = ReturnType<typeof openStore>
