import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CheckedRow, Kind } from './kind.ts'
import { RowFault } from './load-error.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Row } from './row.ts'

export type Source = { path: string; file: string; kind: Kind }

/** Rows that are tried together. */
const together = 1000
/** Rows that are read and checked in one turn of the event loop. */
const inOneTurn = 50

/** A row with what it is by its schema, or its fault. */
export type Item = { row: Row } & ({ checked: CheckedRow } | { error: unknown })

/**
 * Reads and checks the rows of a file in pieces; the next one is begun while one is in use.
 *
 * @returns the pieces, and the lines of the rows read so far by their keys
 */
export function openRows({ path, file, kind }: Source) {
  const rows = file.endsWith('.csv') ? readCsv(path, file, kind.schema) : readJson(path, file)
  // Asked for a fault only: in JSON it is looked for from the beginning of the file.
  const lineOf = new Map<string, Row['line']>()
  const check = (row: Row): Item => {
    try {
      if (row.fault !== undefined) throw new RowFault([], row.fault)
      const checked = kind.check(row.value)
      const before = lineOf.get(checked.key)
      if (before !== undefined) {
        throw new RowFault(
          [],
          `"${checked.key}" is already on line ${before([])}; remove one of the two rows.`,
        )
      }
      lineOf.set(checked.key, row.line)
      return { row, checked }
    } catch (error) {
      return { row, error }
    }
  }
  return { pieces: readAhead(inPieces(rows, check, kind.isBatched ? together : 1)), lineOf }
}

async function* inPieces<T>(
  rows: AsyncIterable<Row>,
  check: (row: Row) => T,
  size: number,
): AsyncGenerator<T[]> {
  let piece: T[] = []
  for await (const row of rows) {
    piece.push(check(row))
    // What is read ahead lets the rows before it be sent to the database.
    if (piece.length % inOneTurn === 0) await nextTurn()
    if (piece.length < size) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

/** Begins the next piece while one is in use: it is read and checked while the database writes. */
async function* readAhead<T>(pieces: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (let next = pieces.next(); ; ) {
      const { done, value } = await next
      if (done) return
      next = pieces.next()
      // Told when it is its turn.
      next.catch(() => undefined)
      yield value
    }
  } finally {
    await pieces.return(undefined)
  }
}
