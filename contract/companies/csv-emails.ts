import { type CsvFault, csvText } from './csv-text.ts'

/**
 * The e-mail addresses of a CSV file, one a row. The column is found by its header, or else by its content; the
 * delimiter is a comma, semicolon or tab. Rows without an address are left out, since most lists end with some.
 *
 * @param bytes the file
 * @returns cells as written, not validated, each at the index of its line, empty for other lines; or why the
 * file can't be used
 */
export function csvEmails(bytes: Uint8Array): { emails: string[] } | { fault: CsvFault } {
  const read = csvText(bytes)
  if ('fault' in read) return read
  const rows = csvRows(read.text)
  const column = emailColumn(rows)
  if (column === undefined) return { fault: 'company_csv_without_emails' }
  const emails: string[] = []
  for (const { line, cells } of rows.slice(column.hasHeader ? 1 : 0)) {
    const cell = plainCell(cells[column.index] ?? '')
    if (cell === '') continue
    while (emails.length < line - 1) emails.push('')
    emails.push(cell)
  }
  return emails.length === 0 ? { fault: 'company_csv_without_emails' } : { emails }
}

/** Known headers of the column, without accents, spaces and dashes. */
const headers = new Set([
  'email',
  'emails',
  'emailaddress',
  'emailovaadresa',
  'mail',
  'mailovaadresa',
  'adresa',
  'address',
])

function emailColumn(rows: readonly Row[]): { index: number; hasHeader: boolean } | undefined {
  const first = rows[0]?.cells ?? []
  const named = first.flatMap((cell, index) => (headers.has(bare(cell)) ? index : []))
  // „Adresa“ may also be that of the post.
  const holdsAt = (index: number) => rows.some(({ cells }) => cells[index]?.includes('@'))
  const index = named.find(holdsAt) ?? columnWithAt(rows) ?? named[0]
  if (index === undefined) return undefined
  return { index, hasHeader: named.includes(index) || !(first[index] ?? '').includes('@') }
}

/** The first column in which some cell looks like an address. */
function columnWithAt(rows: readonly Row[]): number | undefined {
  const found = rows
    .map(({ cells }) => cells.findIndex(cell => cell.includes('@')))
    .filter(index => index >= 0)
  return found.length === 0 ? undefined : Math.min(...found)
}

const bare = (cell: string): string =>
  cell
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '')

/** Strips the apostrophe that guards against formula injection, as our own export writes it. */
const plainCell = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@])/, '')

/** A row, with the line on which it begins, from 1. */
type Row = { line: number; cells: string[] }

/** Rows of cells (RFC 4180) that are not empty; what parts the cells is what the first row has most of. */
function csvRows(text: string): Row[] {
  const [firstLine = ''] = text.split('\n', 1)
  const counts = [';', ',', '\t'].map(mark => ({ mark, count: firstLine.split(mark).length }))
  const delimiter = counts.reduce((best, each) => (each.count > best.count ? each : best)).mark
  // A quote opens a cell only where the cell begins: inside it, as in 5", it belongs to the text.
  const cell = new RegExp(
    `[^\\S\\n${delimiter}]*(?:"([^"]*(?:""[^"]*)*)"?)?([^${delimiter}\\n]*)(${delimiter}|\\n|$)`,
    'g',
  )
  const rows: Row[] = []
  let row: Row = { line: 1, cells: [] }
  let { line } = row
  for (const [whole, quoted = '', plain = '', end] of text.matchAll(cell)) {
    row.cells.push(quoted.replaceAll('""', '"') + plain)
    line += whole.split('\n').length - 1
    if (end === delimiter) continue
    rows.push(row)
    row = { line, cells: [] }
  }
  return rows.filter(({ cells }) => cells.some(each => each.trim() !== ''))
}
