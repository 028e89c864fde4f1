import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { LoadError } from './load-error.ts'

/** Longest record, in bytes: an unclosed quote would swallow the rest of the file. */
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
export const readCsvRecords = (path: string, file: string): AsyncGenerator<CsvRecord> =>
  csvRecordsOf(decoded(path, file), file)

/**
 * Records of a decoded CSV file, in the form of readCsvRecords.
 *
 * @param pieces of the text; the first one holds the whole first line
 * @throws LoadError when a quotation mark is not closed
 */
export async function* csvRecordsOf(pieces: AsyncGenerator<string>, file: string): AsyncGenerator<CsvRecord> {
  const { value: first = '' } = await pieces.next()
  let next = 1
  const parser = parse({
    delimiter: delimiterOf(first),
    record_delimiter: ['\r\n', '\n'],
    info: true,
    max_record_size: longestRecord,
    relax_column_count: true,
    // A quote inside an unquoted cell belongs to it: 5" is five inches.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  })
  try {
    const records = Readable.from(startingWith(first, pieces)).compose(parser) as AsyncIterable<Parsed>
    for await (const { record: cells, info } of records) {
      next = info.lines + 1
      yield { cells, line: info.lines - newlinesIn(cells) }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new LoadError(
      `${file}:${next}: the row does not end: a quotation mark is opened and not closed; close it, or double it when it belongs to the text.`,
    )
  }
}

/** Records of the parser with its option `info`. */
type Parsed = { record: string[]; info: { lines: number } }

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

async function* startingWith(first: string, pieces: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* pieces
}

function delimiterOf(text: string): ';' | ',' {
  const [line = ''] = text.trimStart().split('\n', 1)
  return line.split(';').length > line.split(',').length ? ';' : ','
}

const newlinesIn = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 0)
