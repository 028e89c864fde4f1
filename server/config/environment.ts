import * as z from 'zod'
import type { Given } from './production-faults.ts'
import type { Variable } from './variable.ts'
import { identityServices, identityVariables } from './variables/identity.ts'
import { moneyVariables } from './variables/money.ts'
import { outsideVariables } from './variables/outside-services.ts'
import { processVariables } from './variables/process.ts'
import { senderVariables } from './variables/senders.ts'
import { siteVariables } from './variables/sites.ts'

const listed = {
  ...processVariables,
  ...siteVariables,
  ...senderVariables,
  ...moneyVariables,
  ...identityVariables,
  ...outsideVariables,
}

/**
 * Every environment variable that the server reads. Derived from this list: defaults, error messages, what
 * production requires, and the table in docs/configuration.md.
 */
export const variables: Readonly<Record<string, Variable>> = listed

/** Variables of which either all are set or none. */
export const variableGroups: readonly (readonly string[])[] = [
  ...Object.values(identityServices).map(names => Object.values(names)),
  ['MARKETING_TOKEN', 'MARKETING_SCRIPT_URL'],
  ['CAPTCHA_PUBLIC_KEY', 'CAPTCHA_SECRET_KEY'],
]

/** The parsed variables, with their types. */
export type Environment = {
  [Name in keyof typeof listed]: (typeof listed)[Name] extends Variable<infer Value> ? Value : never
}

const schema = z.object(
  Object.fromEntries(Object.entries(variables).map(([name, each]) => [name, each.schema])),
)

/**
 * Reads every variable.
 *
 * @param given the variables that are not empty
 * @returns the values, or the names of those that cannot be used
 */
export function parseEnvironment(
  given: Given,
): { environment: Environment; unusable?: never } | { environment?: never; unusable: string[] } {
  const { data, error } = schema.safeParse(given)
  if (error) return { unusable: [...new Set(error.issues.map(issue => String(issue.path[0])))] }
  // Each value was read by the schema of its own variable.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { environment: data as Environment }
}
