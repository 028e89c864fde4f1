import type { $ZodType } from 'zod/v4/core'
import { type ErrorKey, errorCatalogue } from '#contract/errors.ts'
import type { Call } from './call.ts'
import type { Refusals } from './refusals.ts'
import type { JsonObject } from './schemas.ts'

const successes: Record<number, string> = {
  200: 'The answer',
  201: 'What was made',
  202: 'Accepted; it is done soon',
  204: 'Done',
  302: 'Where to go on',
  303: 'Where to go on',
}
const location = { required: true, schema: { type: 'string', format: 'uri' } }

/** A success response. */
export function answerResponse(
  { status, type, body }: Call['answers'][number],
  toJson: (schema: $ZodType) => JsonObject,
): JsonObject {
  const schema =
    type === 'application/pdf' || type === 'application/zip'
      ? { type: 'string', format: 'binary' }
      : { type: 'string' }
  return {
    description: successes[status] ?? 'An error as this protocol spells it',
    ...(status === 302 || status === 303 ? { headers: { Location: location } } : {}),
    ...(type ? { content: { [type]: { schema } } } : {}),
    ...(body && !type ? { content: { 'application/json': { schema: toJson(body) } } } : {}),
  }
}

/** Refusals that many calls share are components: one for each key that is alone with its status. */
const componentOf = (key: ErrorKey) => ({ $ref: `#/components/responses/${key}` })

/**
 * Responses of a call's refusals, by status. A response may have several faults of an input, and then the lowest of
 * their statuses.
 */
export function refusalResponses({ input, others }: Refusals): Record<string, JsonObject> {
  const keys = [...new Set([...input, ...others])]
  const statuses = [...new Set(keys.map(key => errorCatalogue[key]))].toSorted((a, b) => a - b)
  return Object.fromEntries(
    statuses.map(status => {
      const own = keys.filter(key => errorCatalogue[key] === status)
      const isInputs = own.some(key => input.includes(key))
      const beside = isInputs ? input.filter(key => errorCatalogue[key] > status) : []
      const [only] = own
      const isAlone = own.length === 1 && beside.length === 0 && only !== undefined
      return [status, isAlone ? componentOf(only) : responseOf(status, [...own, ...beside])]
    }),
  )
}

/** The components to which those answers refer. */
export const refusalComponents = (): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.entries(errorCatalogue).flatMap(([key, status]) => [[key, responseOf(status, [key])]]),
  )

/** @returns a response whose body names one of these keys, or several */
function responseOf(status: number, keys: readonly string[]): JsonObject {
  return {
    description: keys.map(key => `\`${key}\``).join(', '),
    ...headersOf(status),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Refusal' },
            {
              type: 'object',
              properties: {
                errors: {
                  type: 'array',
                  items: { type: 'object', properties: { key: { type: 'string', enum: keys } } },
                },
              },
            },
          ],
        },
      },
    },
  }
}

const retryAfter = {
  description: 'Seconds after which a repeat makes sense.',
  schema: { type: 'integer', minimum: 1 },
}

function headersOf(status: number): JsonObject {
  // An overloaded server sends Retry-After; one without its database does not.
  if (status === 429) return { headers: { 'Retry-After': { ...retryAfter, required: true } } }
  return status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}
}
