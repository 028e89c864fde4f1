import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from './contract-files.ts'

/** What the contract's files export, with their names. */
export const exported: readonly (readonly [string, unknown])[] = Object.entries(contract)

const names = new Map(exported.map(([name, value]) => [value, name]))

/**
 * The name of a call's use case: as its definition is exported.
 *
 * @throws Error when its file is not in contract-files.ts
 */
export function nameOf(endpoint: Endpoint): string {
  const name = names.get(endpoint)
  if (name !== undefined) return name
  throw new Error(
    `${endpoint.method} ${endpoint.path} has no name: export it, and add its file to server/site/api-description/contract-files.ts`,
  )
}
