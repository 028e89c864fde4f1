import { printColumns } from '../columns.ts'

/** A line of the siege's table. */
export type Row = {
  part: string
  what: string
  result: string
  /** What broke, in words; undefined where nothing can: a figure, or what was left out. */
  broken?: readonly string[]
}

/** Prints the table, then what broke. @returns whether all laws held */
export function printReport(rows: readonly Row[]): boolean {
  const lines = rows.map(({ part, what, result, broken }) => [
    part,
    what,
    result,
    broken === undefined ? '' : broken.length === 0 ? 'holds' : 'BROKEN',
  ])
  printColumns([['part', 'what', 'result', 'laws'], ...lines])
  const broken = rows.filter(row => row.broken && row.broken.length > 0)
  for (const { part, what, broken: laws = [] } of broken) {
    console.log(`\n${part}, ${what}:\n  ${laws.slice(0, 20).join('\n  ')}`)
  }
  return broken.length === 0
}
