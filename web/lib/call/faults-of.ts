import type * as z from 'zod/mini'
import type { Fault } from './api-error.ts'

/** Schemas of the contract use error keys as messages; zod's own messages are sentences. */
const isKey = (message: string) => /^[a-z_]+$/.test(message)

/**
 * Validates by a schema of the contract, with the same faults as the server.
 *
 * @param schema its messages are keys of the error catalogue
 * @returns one fault an issue, in the order of the fields
 */
export function faultsOf(schema: z.ZodMiniType, value: unknown): Fault[] {
  const parsed = schema.safeParse(value)
  if (parsed.success) return []
  return parsed.error.issues.map(issue => ({
    key: isKey(issue.message) ? issue.message : 'invalid_input',
    field: issue.path.map(String).join('.'),
    message: '',
    ...(issue.code === 'too_big' && { params: { max: Number(issue.maximum) } }),
    ...(issue.code === 'too_small' && { params: { min: Number(issue.minimum) } }),
  }))
}
