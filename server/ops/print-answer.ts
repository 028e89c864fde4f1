/**
 * An answer as people read it: a list as a table, anything else as its fields.
 *
 * @param answer what an operation answered
 */
export function printAnswer(answer: unknown): string {
  if (!isRecord(answer)) return text(answer)
  const { items, ...rest } = answer
  const others = Object.entries(rest).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
  const width = Math.max(0, ...others.map(([name]) => name.length))
  const lines = others.map(([name, value]) => `${name.padEnd(width)}  ${text(value)}`)
  if (!Array.isArray(items)) return lines.join('\n')
  return [table(items.filter(isRecord)), ...lines].join('\n')
}

/** No column is wider than this, in characters; `--json` has it all. */
const widest = 60

function table(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {})
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

function text(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (Array.isArray(value) && value.every(each => typeof each === 'string')) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const shorten = (cell: string): string => (cell.length > widest ? `${cell.slice(0, widest - 1)}…` : cell)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
