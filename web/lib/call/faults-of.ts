import type * as z from 'zod/mini'
import type { Fault } from './api-error.ts'

/** A key of the error catalogue, with which a schema of the contract refuses; the messages of zod's own are sentences. */
const isKey = (message: string) => /^[a-z_]+$/.test(message)

/**
 * What a schema of the contract finds wrong, as the server would tell it.
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
