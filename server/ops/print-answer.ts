import * as z from 'zod'
import type { Operation } from './operation.ts'
import { fieldsOf } from './operation-input.ts'

/**
 * Formats an answer for people: a list as a table, anything else as its fields, with its lists below.
 *
 * @param answer what an operation answered
 */
export function printAnswer(answer: unknown): string {
  if (!isRecord(answer)) return text(answer)
  const { items, ...rest } = answer
  const lists = Object.entries(rest).filter(([, value]) => isTable(value))
  const fields = Object.entries(rest).filter(([, value]) => !isTable(value) && !isEmpty(value))
  const width = Math.max(0, ...fields.map(([name]) => name.length))
  return [
    ...(Array.isArray(items) ? [table(items.filter(isRecord))] : []),
    ...fields.map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`),
    ...lists.map(([name, rows]) => `\n${name}\n${table(Array.isArray(rows) ? rows.filter(isRecord) : [])}`),
  ].join('\n')
}

/**
 * A list as CSV for spreadsheets, with a byte order mark (BOM) for UTF-8. Its header line has all columns of the operation's
 * list, whatever rows there are: programs read it too.
 *
 * @returns undefined when the answer is not a list
 */
export function csvOf({ output }: Pick<Operation, 'output'>, answer: unknown): string | undefined {
  if (!isRecord(answer) || !Array.isArray(answer['items'])) return undefined
  const rows = answer['items'].filter(isRecord)
  const { items: list } = output instanceof z.ZodObject ? output.shape : {}
  const listed = list instanceof z.ZodArray ? list.element : undefined
  const names = listed instanceof z.ZodObject ? Object.keys(listed.shape) : columnsOf(rows)
  const lines = [names, ...rows.map(row => names.map(name => cellOf(row[name])))]
  return `\uFEFF${lines.map(line => line.map(quote).join(',')).join('\r\n')}\r\n`
}

/**
 * What a person has to know of a list that is as long as its operation gives at once; undefined when it is whole.
 *
 * @param input what the operation was asked with
 */
export function sayMore(
  operation: Operation,
  input: Record<string, unknown>,
  answer: unknown,
): string | undefined {
  const fields = fieldsOf(operation)
  const limit = input['limit'] ?? fields.find(({ name }) => name === 'limit')?.form.default
  if (!isRecord(answer) || !Array.isArray(answer['items']) || answer['items'].length !== limit)
    return undefined
  const next = fields.some(({ name }) => name === 'before')
    ? ', --before ID of the last one those that follow'
    : ''
  return `These are ${limit}, and there may be more: --limit gives more at once${next}.`
}

/** Maximum column width in characters; `--json` is complete. */
const widest = 60

function table(rows: Record<string, unknown>[]): string {
  const names = columnsOf(rows)
  if (names.length === 0) return 'There is none.'
  const cells = [names, ...rows.map(row => names.map(name => shorten(text(row[name]))))]
  const widths = names.map((_, column) => Math.max(...cells.map(line => line[column]?.length ?? 0)))
  return cells
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Columns of all rows, which may be of several kinds, or lack what they do not know. */
const columnsOf = (rows: object[]): string[] => [...new Set(rows.flatMap(row => Object.keys(row)))]

function text(value: unknown): string {
  if (value === null || value === undefined) return '–'
  const isWords = Array.isArray(value) && value.every(each => typeof each === 'string')
  const written = isWords ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  // Against terminal escape sequences in what a reader typed.
  return written.replaceAll(/\p{Cc}/gu, ' ')
}

/** Against CSV injection: what a reader typed must not become a formula. */
function cellOf(value: unknown): string {
  const plain = value === null || value === undefined ? '' : text(value)
  return typeof value === 'string' && /^[=+\-@]/.test(plain.trimStart()) ? `'${plain}` : plain
}

const quote = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

const shorten = (cell: string): string => (cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell)

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const isTable = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isRecord)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
