import type * as z from 'zod'
import type { Tx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Settings } from '#server/platform/settings.ts'
import type { Batches } from './batches.ts'
import type { RowFault } from './load-error.ts'

export type Outcome = 'added' | 'changed' | 'unchanged'

/** Conflicts: fields of a product in which a file differs from an operator's change. */
export type Kept = { product: string; fields: string[] }

/** Dependencies of a row's writer. */
export type LoadContext = {
  /** The transaction of the whole file. */
  tx: Tx
  /** Through which rows that are written together ask the database. */
  batches: Batches
  /** The moment from which relative times count; the same for all files of a load. */
  now: Temporal.Instant
  /** Cache of hashes of this load: readers of a demo share one password, and hashing is slow on purpose. */
  passwordHashes: Map<string, Promise<string>>
  /** The present e-mails of readers, by those that the files still have. */
  moved: Map<string, string>
  /** The seller, for documents. */
  supplier: Settings['supplier']
  /** The payment gateway, which issued the card tokens. */
  gateway: Settings['gateway']
  /** By which the forum is told, the embedded one as well; undefined in loads that no worker follows. */
  jobs?: Jobs | undefined
  /** Collects conflicts with operators' changes, which are left; undefined when an operator makes the change. */
  kept?: Kept[]
}

/** A row that is valid by its schema. */
export type CheckedRow = {
  /** Unique key; a duplicate in one file is a fault. */
  key: string
  /** Keys of the rows before it in the file that it refers to. */
  after: readonly string[]
  write(context: LoadContext): Promise<Outcome>
}

/** One kind of file: schema of a row, and how it is stored. */
export type Kind = {
  /** Name of the file without its extension. */
  name: string
  schema: z.ZodType
  /** Whether rows may be written together: everything that they ask of the database they ask through `batches`. */
  isBatched: boolean
  /** @throws ZodError */
  check(value: unknown): CheckedRow
  /** Looks at the whole file once all rows are written. @returns the faults with the keys of their rows */
  review?: (context: LoadContext) => Promise<readonly { key: string; fault: RowFault }[]>
}

/** Ties a schema to the function that writes its rows; faults found in the database are thrown as RowFault. */
export const defineKind = <S extends z.ZodType>(definition: {
  name: string
  schema: S
  keyOf: (row: z.output<S>) => string
  write: (context: LoadContext, row: z.output<S>) => Promise<Outcome>
  isBatched?: true
  afterOf?: (row: z.output<S>) => readonly (string | undefined)[]
  review?: Kind['review']
}): Kind => ({
  name: definition.name,
  schema: definition.schema,
  isBatched: definition.isBatched ?? false,
  check: value => {
    const row = definition.schema.parse(value)
    const after = (definition.afterOf?.(row) ?? []).filter(key => key !== undefined)
    return { key: definition.keyOf(row), after, write: context => definition.write(context, row) }
  },
  ...(definition.review ? { review: definition.review } : {}),
})
