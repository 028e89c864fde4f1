import type { Settings } from '../platform/settings.ts'
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

/**
 * What a production starts with and should not, one sentence each with its cure: told in the log at every start.
 *
 * The terms are a part of what a consumer gets on a durable medium, which a link to them is not (Directive 2011/83/EU,
 * art. 8(7)).
 */
export const findProductionWarnings = ({ mode, terms }: Pick<Settings, 'mode' | 'terms'>): string[] =>
  mode === 'production' && !terms.files.sk
    ? [
        'BRAND_DIR has no terms: orders are confirmed without them, and the law wants them attached; put terms/sk.pdf or terms/sk.txt into its folder, as docs/branding.md says.',
      ]
    : []

const missing = ({ production, missing: whyNeeded }: Variable, given: Given): string | undefined =>
  production === 'needed' ? 'is missing' : whyNeeded?.(given)

const cureOf = (name: string, { example, cure }: Variable): string => cure ?? `e.g. ${name}="${example}"`
