import { sql } from 'drizzle-orm'
import type { DocumentKind } from '#contract/invoices/invoices.ts'
import type { Tx } from '#server/platform/database.ts'
import { documentCounters } from './tables.ts'

const series: Record<DocumentKind, string> = { receipt: 'P', invoice: 'F', credit_note: 'D' }

/** A number as it is printed, e.g. `F-2026-000214`. */
export const numberOf = (document: { kind: DocumentKind; year: number; serial: number }): string =>
  `${series[document.kind]}-${document.year}-${String(document.serial).padStart(6, '0')}`

/**
 * Takes the next number of a series. Whoever else wants one waits until this transaction ends; when it is rolled
 * back the number is free again, so that none is ever missing.
 */
export async function takeSerial(tx: Tx, kind: DocumentKind, year: number): Promise<number> {
  const [row] = await tx
    .insert(documentCounters)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`${documentCounters.last} + 1` },
    })
    .returning({ last: documentCounters.last })
  if (!row) throw new Error('An insert returned no row')
  return row.last
}

/** Makes a series go on after a number that was given out elsewhere. */
export async function continueAfter(tx: Tx, kind: DocumentKind, year: number, serial: number): Promise<void> {
  await tx
    .insert(documentCounters)
    .values({ kind, year, last: serial })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`greatest(${documentCounters.last}, ${serial})` },
    })
}
