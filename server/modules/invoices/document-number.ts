import { sql } from 'drizzle-orm'
import { DocumentKind } from '#contract/invoices/invoices.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import { documentCounters } from './tables.ts'

const series: Record<DocumentKind, string> = { receipt: 'P', invoice: 'F', credit_note: 'D' }

/** A number as it is printed, e.g. `F-2026-000214`. */
export const numberOf = (document: { kind: DocumentKind; year: number; serial: number }): string =>
  `${series[document.kind]}-${document.year}-${String(document.serial).padStart(6, '0')}`

/**
 * Reads a printed number, in capitals or not.
 *
 * @returns undefined where it is none
 */
export function parseNumber(
  number: string,
): { kind: DocumentKind; year: number; serial: number } | undefined {
  const [, letter, year, serial] = /^([PFD])-(\d{4})-(\d{6,9})$/.exec(number.toUpperCase()) ?? []
  const kind = DocumentKind.options.find(each => series[each] === letter)
  return kind && { kind, year: Number(year), serial: Number(serial) }
}

/**
 * Takes the next numbers of a gapless series. The counter's row is locked until this transaction ends; a rollback frees
 * the numbers again, so that none is missing.
 *
 * @returns the first of them
 */
export async function takeSerials(tx: Tx, kind: DocumentKind, year: number, wanted: number): Promise<number> {
  const row = onlyRow(
    await tx
      .insert(documentCounters)
      .values({ kind, year, last: wanted })
      .onConflictDoUpdate({
        target: [documentCounters.kind, documentCounters.year],
        set: { last: sql`${documentCounters.last} + ${wanted}` },
      })
      .returning({ last: documentCounters.last }),
  )
  return row.last - wanted + 1
}

/** Continues a series after a number that was given out elsewhere. */
export async function continueAfter(tx: Tx, kind: DocumentKind, year: number, serial: number): Promise<void> {
  await tx
    .insert(documentCounters)
    .values({ kind, year, last: serial })
    .onConflictDoUpdate({
      target: [documentCounters.kind, documentCounters.year],
      set: { last: sql`greatest(${documentCounters.last}, ${serial})` },
    })
}
