import type { FastifySchemaCompiler } from 'fastify'
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core'
import { type ErrorKey, isErrorKey } from '#contract/errors.ts'
import { AppError, type Fault } from '../app-error.ts'

/**
 * Checks an input against its schema of the contract and names all its faults at once, each with its field.
 * Wrong types make the whole call one that is not understood (400), anything else is understood and refused (422).
 */
export const validateInput: FastifySchemaCompiler<$ZodType> =
  ({ schema }) =>
  data => {
    const result = safeParse(schema, data, { reportInput: true })
    return result.success ? { value: result.data } : { error: new AppError(result.error.issues.map(toFault)) }
  }

function toFault(issue: $ZodIssue): Fault {
  const key = keyOf(issue)
  const params = paramsOf(issue, key)
  return {
    key,
    ...(issue.path.length > 0 ? { field: issue.path.map(String).join('.') } : {}),
    ...(params ? { params } : {}),
  }
}

/** A schema of the contract may name the refusal itself, in the place of zod's own message. */
function keyOf(issue: $ZodIssue): ErrorKey {
  if (isErrorKey(issue.message)) return issue.message
  return issue.code === 'invalid_type' && issue.input === undefined && issue.path.length > 0
    ? 'required'
    : 'invalid_input'
}

function paramsOf(issue: $ZodIssue, key: ErrorKey): Fault['params'] {
  if (issue.code === 'too_small' && key === 'min_length') return { min: Number(issue.minimum) }
  if (issue.code === 'too_big' && key === 'max_length') return { max: Number(issue.maximum) }
  return undefined
}
