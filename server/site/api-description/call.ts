import type { $ZodType } from 'zod/v4/core'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { challengeHeaders } from '#contract/storm-shield/storm-shield.ts'
import { shieldRefusals } from '#server/modules/storm-shield/index.ts'
import type { Operation } from '#server/ops/operation.ts'
import { fileTypes, inputSchemas, operationsPath } from '#server/ops/serve-operations.ts'
import { mediaTypes } from '#server/platform/http/route.ts'
import { nameOf } from './names.ts'
import { type Refusals, refusalsOf, refusalsOfOperation } from './refusals.ts'
import { securityOf } from './security.ts'

/** One call of the description, from the contract or from the list of operations. */
export type Call = {
  method: string
  /** As it is registered, with `:name` for each parameter. */
  path: string
  name: string
  tag: string
  summary: string
  description: string
  security: readonly Record<string, string[]>[]
  params?: $ZodType | undefined
  query?: $ZodType | undefined
  headers: readonly Header[]
  /** Its body by media types: a schema, or bytes. */
  body?: { types: readonly string[]; schema: $ZodType | 'bytes' } | undefined
  answers: readonly Answer[]
  refusals: Refusals
}
type Header = { name: string; description: string; maxLength: number }

/** A call of the contract. */
export const callOfEndpoint = (endpoint: Endpoint): Call => ({
  method: endpoint.method,
  path: endpoint.path,
  name: nameOf(endpoint),
  tag: endpoint.tag,
  summary: endpoint.summary,
  description: wordsOf(endpoint),
  security: securityOf(endpoint),
  params: endpoint.params,
  query: endpoint.query,
  headers: headersOf(endpoint),
  body: endpoint.body && { types: mediaTypes[endpoint.bodyType ?? 'json'], schema: endpoint.body },
  answers: [
    endpoint.success,
    ...(endpoint.accepted ? [{ status: 202, ...endpoint.accepted }] : []),
    ...(endpoint.otherAnswers ?? []),
  ],
  refusals: refusalsOf(endpoint),
})

/** A call of the publisher's own people. */
export function callOfOperation(operation: Operation): Call {
  const { name, summary, http, scope, output, file } = operation
  const { params, querystring, body } = inputSchemas(operation)
  return {
    method: http?.method ?? 'GET',
    path: `${operationsPath}${http?.path ?? ''}`,
    name: name.replaceAll(/[ -](\w)/g, (_, letter: string) => letter.toUpperCase()),
    tag: 'Operations',
    summary,
    description: `Needs the scope \`${scope}\`. On the command line: \`npm run ops -- ${name}\`.`,
    security: [{ operator: [] }],
    params,
    query: querystring,
    headers: [],
    body:
      file === undefined
        ? body && { types: mediaTypes.json, schema: body }
        : { types: fileTypes, schema: 'bytes' },
    answers: [{ status: 200, body: output }],
    refusals: refusalsOfOperation(operation),
  }
}

/** Description of one call beyond its summary. */
function wordsOf({
  method,
  anyOrigin,
  whileAnonymizationPending,
  confirmedOnly,
  takesCaptcha,
}: Endpoint): string {
  const origin = anyOrigin ? 'Needs no `Origin`.' : 'Needs the header `Origin`, one of the publisher’s own.'
  const words = [
    method === 'GET' ? '' : origin,
    whileAnonymizationPending ? 'Open to a reader whose account waits for its deletion.' : '',
    confirmedOnly ? 'Not open to a reader whose account is not confirmed.' : '',
    takesCaptcha ? 'The answer of a captcha may be in its body.' : '',
  ]
  return words.filter(Boolean).join(' ')
}

const idempotencyKey: Header = {
  name: 'Idempotency-Key',
  description: 'A repeat with the same key and body is answered as the first time.',
  maxLength: 255,
}
const proofs: readonly Header[] = [
  { name: challengeHeaders.id, description: 'Id of the challenge that was asked for.', maxLength: 6000 },
  { name: challengeHeaders.answer, description: 'Its answer, encoded as in an address.', maxLength: 6000 },
]

const headersOf = (endpoint: Endpoint): readonly Header[] => [
  ...(endpoint.takesIdempotencyKey ? [idempotencyKey] : []),
  ...(shieldRefusals(endpoint).length > 0 ? proofs : []),
]
