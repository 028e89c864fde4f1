import type * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { RowFault } from './load-error.ts'

export type Outcome = 'added' | 'changed' | 'unchanged'

/** Fields of a product in which a file says something else than operators decided. */
export type Kept = { product: string; fields: string[] }

/** What a row's writer may reach. */
export type LoadContext = {
  /** The transaction of the whole file. */
  tx: Tx
  /** The moment from which relative times count; the same for all files of a load. */
  now: Temporal.Instant
  /** Hashes made in this load: readers of a demo share one password, and a hash takes long on purpose. */
  passwordHashes: Map<string, Promise<string>>
  /** Who sells, for documents. */
  supplier: Settings['supplier']
  /** Who takes cards, and gave out their tokens. */
  gateway: Settings['gateway']
  /** What a load left as operators had changed it; not there when it is an operator who changes. */
  kept?: Kept[]
}

/** A row that passed its schema. */
export type CheckedRow = {
  /** By what it is known; twice in one file is a fault. */
  key: string
  write(context: LoadContext): Promise<Outcome>
}

/** One kind of file: what a row looks like, and how it is kept. */
export type Kind = {
  /** Name of the file without its extension. */
  name: string
  schema: z.ZodType
  /** @throws ZodError */
  check(value: unknown): CheckedRow
  /** Looks at the whole file once all rows are written. @returns the faults with the keys of their rows */
  review?: (context: LoadContext) => Promise<readonly { key: string; fault: RowFault }[]>
}

/** Ties a schema to the function that writes its rows; faults that only the database knows are thrown as RowFault. */
export const defineKind = <S extends z.ZodType>(definition: {
  name: string
  schema: S
  keyOf: (row: z.output<S>) => string
  write: (context: LoadContext, row: z.output<S>) => Promise<Outcome>
  review?: Kind['review']
}): Kind => ({
  name: definition.name,
  schema: definition.schema,
  check: value => {
    const row = definition.schema.parse(value)
    return { key: definition.keyOf(row), write: context => definition.write(context, row) }
  },
  ...(definition.review ? { review: definition.review } : {}),
})
