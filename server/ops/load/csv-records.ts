import { createReadStream } from 'node:fs'
import { LoadError } from './load-error.ts'

/** In characters. A quotation mark that is never closed would otherwise draw the rest of the file into one cell. */
const longestRecord = 1_000_000

export type CsvRecord = { cells: string[]; line: number }

/**
 * Records of a CSV file (RFC 4180), read in pieces so that a long list does not fill the memory. Commas or
 * semicolons, whichever the first line has more of, since Slovak spreadsheets write semicolons. Empty lines are
 * left out.
 *
 * @param file name for the messages
 * @throws LoadError when the file is not UTF-8, or a quotation mark is not closed
 */
export async function* readCsvRecords(path: string, file: string): AsyncGenerator<CsvRecord> {
  const splitter = splitRecords(file)
  for await (const piece of decoded(path, file)) yield* splitter.push(piece)
  yield* splitter.end()
}

/**
 * Records of a CSV file that is a text already, as readCsvRecords gives those of one on the disk.
 *
 * @throws LoadError when a quotation mark is not closed
 */
export function* csvRecordsOf(text: string, file: string): Generator<CsvRecord> {
  const splitter = splitRecords(file)
  yield* splitter.push(text)
  yield* splitter.end()
}

async function* decoded(path: string, file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch {
      throw new LoadError(`${file}: the file is not UTF-8: save it as "CSV UTF-8".`)
    }
  }
  for await (const bytes of createReadStream(path) as AsyncIterable<Uint8Array>) yield decode(bytes)
  yield decode()
}

function splitRecords(file: string) {
  let pending = ''
  let line = 1
  let delimiter: string | undefined

  function* take(text: string, isEnd: boolean): Generator<CsvRecord> {
    let start = 0
    let quoted = false
    let newlines = 0
    for (let at = 0; at < text.length; at++) {
      const char = text[at]
      // A doubled mark inside quotes closes and opens again, which is all the same here.
      if (char === '"') quoted = !quoted
      if (char !== '\n') continue
      newlines++
      if (quoted) continue
      yield* record(text.slice(start, at))
      line += newlines
      newlines = 0
      start = at + 1
    }
    pending = text.slice(start)
    if (pending.length > longestRecord || (quoted && isEnd)) {
      throw new LoadError(
        `${file}:${line}: the row does not end: a quotation mark is opened and not closed; close it, or double it when it belongs to the text.`,
      )
    }
    if (isEnd) yield* record(pending)
  }

  function* record(text: string): Generator<CsvRecord> {
    const row = text.endsWith('\r') ? text.slice(0, -1) : text
    if (row.trim() === '') return
    delimiter ??= count(row, ';') > count(row, ',') ? ';' : ','
    yield { cells: splitCells(row, delimiter), line }
  }

  return {
    push: (piece: string) => take(pending + piece, false),
    end: () => take(pending, true),
  }
}

const count = (text: string, char: string) => text.split(char).length - 1

function splitCells(row: string, delimiter: string): string[] {
  const cells: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < row.length; at++) {
    const char = row[at] ?? ''
    if (char === '"') {
      if (quoted && row[at + 1] === '"') cell += row[at++]
      else quoted = !quoted
    } else if (char === delimiter && !quoted) {
      cells.push(cell)
      cell = ''
    } else cell += char
  }
  return [...cells, cell]
}
