import { printColumns } from './columns.ts'

export type Figure = {
  what: string
  value: number
  unit: string
  /** Most that is allowed; least, with `atLeast`. A figure without a budget is a floor. */
  budget?: number
  atLeast?: boolean
  /** The floor that the ratio refers to. */
  floor?: number
}

/** Prints the figures as a table. @returns whether every budget holds */
export function printTable(figures: readonly Figure[]): boolean {
  const rows = figures.map(figure => [
    figure.what,
    `${round(figure.value)} ${figure.unit}`,
    figure.budget === undefined
      ? 'floor'
      : `${figure.atLeast ? '≥' : '≤'} ${round(figure.budget)} ${figure.unit}`,
    figure.floor === undefined ? '' : `${(figure.value / figure.floor).toFixed(2)} ×`,
    figure.budget === undefined ? '' : holds(figure) ? 'holds' : 'MISSED',
  ])
  printColumns([['what', 'measured', 'budget', 'ratio', ''], ...rows])
  return figures.every(holds)
}

const holds = ({ value, budget, atLeast }: Figure): boolean =>
  budget === undefined || (atLeast ? value >= budget : value <= budget)

const round = (value: number): string =>
  value < 10 ? value.toFixed(2) : value < 200 ? value.toFixed(1) : value.toFixed(0)

/** The middle one, of an even number the greater of both. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
