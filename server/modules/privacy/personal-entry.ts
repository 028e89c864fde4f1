import type { SQL } from 'drizzle-orm'

export type ErasedReader = {
  id: number
  email: string
  phone: string | null
  /** Whether the reader has verified the address; data of a mailbox are erased only with its owner. */
  isProven: boolean
}

/** Condition of the reader's rows. */
type Whose = (reader: ErasedReader) => SQL

/** A PostgreSQL interval. */
type Length = `${number} ${'days' | 'year' | 'years'}`

/**
 * Retention period of rows of a reader who does not ask to be erased (GDPR, article 5): as long as the account, or as
 * claims from a contract; as long as a mailbox may get newsletters, or must not; or a set time.
 */
export type Keep =
  | 'account'
  | 'contract'
  | 'mailbox'
  | {
      length: Length
      /** From when it counts: an expression of SQL; rows where it is null stay. */
      after: string
      /** The whole row, or those columns that an erasure changes. */
      goes: 'row' | 'personal'
      /** Which rows alone; of `personal`, those that still have something personal. */
      only?: string
    }

export type Entry =
  /** No personal data. Its columns are listed all the same, so that a new one is considered. */
  | { rows: 'nobodys'; columns: string }
  /** Rows of the reader go as a whole. */
  | { rows: 'deleted'; keep: Keep; whose: Whose }
  /** Rows of the reader stay: some columns get another value (SQL), some stay with a reason. */
  | ({ rows: 'changed'; keep: Keep; whose: Whose } & Columns)

type Columns = {
  erased: Record<string, string>
  /** Rows that go as a whole, before the others are changed. */
  gone?: Whose
  /** What goes from rows of others, which tell of the reader too. */
  told?: { whose: Whose; erased: Record<string, string> }
  /** Not personal once the rest is erased: ids, times, states, prices. */
  impersonal: string
  /** Needed once more, then erased by its own module. */
  later?: string
  /** Kept by accounting law or for a contract with others. */
  kept?: string
}

/** Whole rows go after a time. */
export const rowFor = (length: Length, after: string, only?: string): Keep => ({
  length,
  after,
  goes: 'row',
  ...(only !== undefined && { only }),
})
/** The columns that an erasure changes go after a time. */
export const personalFor = (length: Length, after: string, only: string): Keep => ({
  length,
  after,
  goes: 'personal',
  only,
})

export const deleted = (keep: Keep, whose: Whose): Entry => ({ rows: 'deleted', keep, whose })
export const changed = (keep: Keep, whose: Whose, columns: Columns): Entry => ({
  rows: 'changed',
  keep,
  whose,
  ...columns,
})
export const nulls = (columns: string) =>
  Object.fromEntries(columns.split(' ').map(column => [column, 'null']))
