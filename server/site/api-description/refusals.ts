import { $ZodObject, $ZodType } from 'zod/v4/core'
import { isClosedIn, ServiceMode } from '#contract/config/service-mode.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ErrorKey, isErrorKey } from '#contract/errors.ts'
import { refusalOfMode } from '#server/modules/service-mode/index.ts'
import { shieldRefusals } from '#server/modules/storm-shield/index.ts'
import type { Operation } from '#server/ops/operation.ts'

/** Refusals of a call: those of its input, which may be several in one response, and the others. */
export type Refusals = { input: readonly ErrorKey[]; others: readonly ErrorKey[] }

const ofBodies = ['invalid_input', 'payload_too_large', 'unsupported_media_type'] as const
const ofTheServer = ['internal_server_error', 'service_unavailable'] as const

/** All refusals of a call: those of its kind, of its input's schemas, and its own. */
export function refusalsOf(endpoint: Endpoint): Refusals {
  const {
    access,
    anyOrigin,
    body,
    method,
    path,
    query,
    refusals = [],
    whileAnonymizationPending,
    confirmedOnly,
  } = endpoint
  const isWrite = method !== 'GET'
  const isReaders = access === 'reader'
  return {
    input: keysOf([...partsOfPath(endpoint), query, body], { missing: 'required' }),
    others: unique([
      ...(isReaders ? (['not_logged_in'] as const) : []),
      ...(isReaders && path.includes(':userId') ? (['forbidden'] as const) : []),
      ...(isWrite && !anyOrigin ? (['origin_not_allowed'] as const) : []),
      ...(isWrite ? ofBodies : []),
      ...(isWrite && isReaders && !whileAnonymizationPending
        ? (['user_anonymization_pending'] as const)
        : []),
      ...(confirmedOnly ? [confirmedOnly] : []),
      ...shieldRefusals(endpoint),
      ...refusals,
      ...ServiceMode.options.filter(mode => isClosedIn(mode, endpoint)).map(mode => refusalOfMode[mode]),
      ...ofTheServer,
    ]),
  }
}

/** Path parameters are always present; the reader's own id is checked before them (R6.01). */
const partsOfPath = ({ access, params }: Endpoint): $ZodType[] =>
  Object.entries(params?.shape ?? {}).flatMap(([name, schema]) =>
    name === 'userId' && access === 'reader' ? [] : [schema],
  )

/** All refusals of an operation. */
export const refusalsOfOperation = ({ input, http, refusals = [] }: Operation): Refusals => ({
  input: keysOf([input], { missing: 'invalid_input' }),
  others: unique([
    'not_logged_in',
    'forbidden',
    'operation_refused',
    'too_many_requests',
    'unsupported_media_type',
    ...(http?.method === 'GET' ? [] : ofBodies),
    ...refusals,
    ...ofTheServer,
  ]),
})

/**
 * Refusals in an input's schemas, in place of zod's own messages, and those of any input.
 *
 * @param missing refusal of a missing field
 */
function keysOf(schemas: readonly ($ZodType | undefined)[], { missing }: { missing: ErrorKey }): ErrorKey[] {
  const found = new Set<ErrorKey>()
  const seen = new Set<$ZodType>()
  for (const schema of schemas) {
    if (!schema) continue
    found.add('invalid_input')
    visit(schema)
  }
  return [...found]

  function visit(schema: $ZodType): void {
    if (seen.has(schema)) return
    seen.add(schema)
    const { def } = schema._zod
    note(def)
    for (const check of def.checks ?? []) note(check._zod.def)
    for (const inner of partsOf(def)) visit(inner)
    const fields: $ZodType[] = schema instanceof $ZodObject ? Object.values(schema._zod.def.shape) : []
    if (fields.some(field => field._zod.optin === undefined)) found.add(missing)
  }

  function note({ error }: { error?: unknown }): void {
    const message: unknown = typeof error === 'function' ? error({ code: 'custom', path: [] }) : undefined
    if (typeof message === 'string' && isErrorKey(message)) found.add(message)
  }
}

/** Child schemas of a schema: fields, elements, options, wrapped or piped ones. */
function partsOf(def: object): $ZodType[] {
  return Object.entries(def).flatMap(([name, part]: [string, unknown]) => {
    if (part instanceof $ZodType) return [part]
    const isGroup = name === 'shape' || Array.isArray(part)
    return isGroup ? Object.values(Object(part)).filter(each => each instanceof $ZodType) : []
  })
}

const unique = (keys: readonly ErrorKey[]): ErrorKey[] => [...new Set(keys)]
