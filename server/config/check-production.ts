import { variables } from './environment.ts'
import type { Given } from './production-faults.ts'
import type { Variable } from './variable.ts'

/**
 * Faults that keep a production from starting, one sentence each: variables that are missing or still hold the
 * demo's value.
 *
 * @param given the variables that are set
 */
export function findProductionFaults(given: Given): string[] {
  return Object.entries(variables).flatMap(([name, variable]) => {
    const value = given[name]
    const fault = value === undefined ? missing(variable, given) : variable.fault?.(value, given)
    if (fault === undefined) return []
    return [`${name} ${fault}: ${variable.what}; ${cureOf(name, variable)}.`]
  })
}

const missing = ({ production, missing: whyNeeded }: Variable, given: Given): string | undefined =>
  production === 'needed' ? 'is missing' : whyNeeded?.(given)

const cureOf = (name: string, { example, cure }: Variable): string => cure ?? `e.g. ${name}="${example}"`
