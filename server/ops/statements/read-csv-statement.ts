import type { Statement, StatementEntry } from '#server/modules/bank-transfers/index.ts'
import { type CsvRecord, csvRecordsOf } from '../load/csv-records.ts'
import { LoadError } from '../load/load-error.ts'
import { readWrittenCents } from './read-amount.ts'
import { readDay } from './read-day.ts'
import { countUpTo, StatementError } from './statement-error.ts'
import { findVariableSymbol } from './variable-symbol.ts'

/** Header names of the columns, in English and as Slovak banks write them, without accents; others are ignored. */
const columnNames = {
  account: ['account', 'ucet', 'cislo_uctu', 'iban'],
  statement: ['statement', 'vypis', 'cislo_vypisu'],
  reference: ['reference', 'referencia', 'id_transakcie', 'id_pohybu'],
  date: ['date', 'datum', 'datum_zauctovania'],
  amount: ['amount', 'suma', 'ciastka', 'objem'],
  currency: ['currency', 'mena'],
  variable_symbol: ['variable_symbol', 'vs', 'variabilny_symbol'],
  payer: ['payer', 'protistrana', 'nazov_protistrany'],
  payer_account: ['payer_account', 'ucet_protistrany', 'iban_protistrany', 'protiucet'],
  message: ['message', 'sprava', 'sprava_pre_prijemcu', 'poznamka'],
  reversal: ['reversal', 'storno'],
} as const
type Column = keyof typeof columnNames

const needed: readonly Column[] = ['reference', 'date', 'amount']

/** Most columns; banks write a few dozen, further ones are ignored. */
const mostColumns = 500

/**
 * Parses a bank's CSV of entries; docs/operations.md names its columns. Amounts are positive for what came, negative
 * for what went.
 *
 * @param pieces of the file's text
 * @param options.account whose entries they are, when no column says it
 * @returns a statement for each account and statement that the file names
 * @throws StatementError naming the line of what can't be read, or when it holds too many
 */
export async function readCsvStatement(
  pieces: AsyncGenerator<string>,
  { account }: { account?: string | undefined },
): Promise<Statement[]> {
  const found = new Map<string, Statement & { entries: StatementEntry[] }>()
  const countEntry = countUpTo('entries')
  const countStatement = countUpTo('statements')
  let columns: Map<Column, number> | undefined
  for await (const { cells, line } of recordsOf(pieces)) {
    if (!columns) {
      columns = findColumns(cells, account)
      continue
    }
    const known = columns
    const place = `line ${line}`
    const cell = (column: Column) => cells[known.get(column) ?? -1]?.trim() ?? ''
    const own = cell('account').replaceAll(' ', '') || account
    if (own === undefined) throw new StatementError(place, '"account" is empty; add it.')
    const reference = cell('statement')
    const key = JSON.stringify([own, reference])
    if (!found.has(key)) countStatement()
    const statement = found.get(key) ?? { account: own, reference, entries: [] }
    found.set(key, statement)
    countEntry()
    statement.entries.push(readEntry(cell, place))
  }
  if (!columns) findColumns([], account)
  return [...found.values()]
}

async function* recordsOf(pieces: AsyncGenerator<string>): AsyncGenerator<CsvRecord> {
  try {
    yield* csvRecordsOf(pieces, 'the file')
  } catch (error) {
    if (error instanceof LoadError) throw new StatementError('', error.message)
    throw error
  }
}

function findColumns(names: readonly string[], account: string | undefined): Map<Column, number> {
  const plain = names.slice(0, mostColumns).map(name =>
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replaceAll(/^_|_$/g, ''),
  )
  const columns = new Map<Column, number>()
  // The keys of `columns` are its type's keys.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  for (const column of Object.keys(columnNames) as Column[]) {
    const known: readonly string[] = columnNames[column]
    const index = plain.findIndex(name => known.includes(name))
    if (index >= 0) columns.set(column, index)
  }
  const missing = needed.filter(column => !columns.has(column))
  if (missing.length > 0) {
    throw new StatementError(
      'line 1',
      `the column ${missing.map(column => `"${column}"`).join(', ')} is missing; the first line names the columns.`,
    )
  }
  if (!columns.has('account') && account === undefined) {
    throw new StatementError(
      'line 1',
      'no column says whose account it is: add "account", or name the account beside the file.',
    )
  }
  return columns
}

function readEntry(cell: (column: Column) => string, place: string): StatementEntry {
  const cents = readWrittenCents(cell('amount'))
  if (cents === undefined) throw new StatementError(place, '"amount" is no amount; write it as 1234,50.')
  const currency = (cell('currency') || 'EUR').toUpperCase()
  if (!/^[A-Z]{3}$/.test(currency)) throw new StatementError(place, '"currency" is none; write it as EUR.')
  const reference = cell('reference')
  if (reference === '')
    throw new StatementError(place, '"reference" is empty, so the entry could not be known again; add it.')
  const isDebit = cents < 0
  const kept = (text: string) => (isDebit || text === '' ? null : text)
  return {
    reference,
    bookedOn: dayOf(cell('date'), place),
    amountCents: Math.abs(cents),
    currency,
    isDebit,
    isReversal: /^(1|true|yes|a|ano|áno)$/i.test(cell('reversal')),
    variableSymbol: findVariableSymbol([cell('variable_symbol'), cell('message')]),
    payerName: kept(cell('payer')),
    payerAccount: kept(cell('payer_account').replaceAll(' ', '')),
    message: kept(cell('message')),
  }
}

function dayOf(text: string, place: string): string {
  const day = readDay(text)
  if (day !== undefined) return day
  throw new StatementError(place, '"date" is no day; write it as 2026-11-21 or 21.11.2026.')
}
