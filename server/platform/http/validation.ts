import type { FastifySchemaCompiler } from 'fastify'
import { type $ZodIssue, type $ZodType, safeParse } from 'zod/v4/core'
import { AppError, type Fault, isPlainErrorKey, type PlainErrorKey } from '../app-error.ts'

/**
 * Validates an input against its schema of the contract and reports all faults at once, each with its field:
 * 400 for wrong types, 422 for anything else.
 */
export const validateInput: FastifySchemaCompiler<$ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    const given = httpPart === 'querystring' ? withoutEmpty(data) : data
    const result = safeParse(schema, given, { reportInput: true })
    return result.success ? { value: result.data } : { error: new AppError(result.error.issues.map(toFault)) }
  }

/** `?env=&lang=`: an empty value counts as not given. */
const withoutEmpty = (query: unknown): unknown =>
  Object.fromEntries(Object.entries(Object(query)).filter(([, value]) => value !== ''))

function toFault(issue: $ZodIssue): Fault {
  const at = issue.path.length > 0 ? { field: issue.path.map(String).join('.') } : {}
  if (issue.code === 'too_small' && issue.message === 'min_length')
    return { key: 'min_length', ...at, params: { min: Number(issue.minimum) } }
  if (issue.message === 'max_length' || issue.message === 'company_too_many_lines')
    return { key: issue.message, ...at, params: { max: maximumOf(issue) } }
  return { key: keyOf(issue), ...at }
}

/** The most that is allowed, by a check of zod or by one of the schema's own. */
const maximumOf = (issue: $ZodIssue): number =>
  Number(issue.code === 'too_big' ? issue.maximum : issue.code === 'custom' && issue.params?.['max'])

/** A schema of the contract may set an error key as zod's message. */
function keyOf(issue: $ZodIssue): PlainErrorKey {
  if (isPlainErrorKey(issue.message)) return issue.message
  return issue.code === 'invalid_type' && issue.input === undefined && issue.path.length > 0
    ? 'required'
    : 'invalid_input'
}
