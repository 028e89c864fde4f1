import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { PaymentsDeps } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Operation, Operator } from './operation.ts'
import { fieldsOf, pathFields, readText, requireOnce } from './operation-input.ts'
import { operations } from './operations.ts'
import { performOperation } from './perform-operation.ts'
import { authenticateOperator } from './tokens.ts'

/** Path prefix of operations: called by programs with a bearer token, never by a browser with cookies. */
export const operationsPath = '/ops/v1'

/** Size limit of a file that an operation is given, in bytes: a bank statement of 40,000 entries has 3.6 MB. */
export const largestFile = 10_000_000
/** Accepted media types of a file. */
export const fileTypes = ['application/xml', 'text/xml', 'text/csv', 'application/octet-stream']

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation, from which the API's description is generated. */
    operation?: Operation
  }
  interface FastifyRequest {
    operator: Operator | undefined
  }
}

/** Registers a route of /ops/v1 for every operation. The token is checked before the body is read. */
export async function registerOperations(app: FastifyInstance, deps: PaymentsDeps): Promise<void> {
  await app.register(async inner => {
    inner.decorateRequest('operator', undefined)
    inner.addContentTypeParser(fileTypes, { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) => bytes)
    for (const operation of operations) serve(inner, deps, operation)
  })
}

function serve(app: FastifyInstance, deps: PaymentsDeps, operation: Operation): void {
  const { http, file, output } = operation
  if (http === null) return
  app.route({
    method: http.method,
    url: `${operationsPath}${http.path}`,
    config: { operation, anyOrigin: true },
    schema: { ...inputSchemas(operation), response: { 200: output } },
    ...(file === undefined ? {} : { bodyLimit: largestFile }),
    // The input is validated as a whole, after the scope.
    validatorCompiler: () => data => ({ value: data }),
    onRequest: async (request, reply) => {
      reply.header('www-authenticate', 'Bearer')
      request.operator = await authenticateOperator(deps, request)
      reply.removeHeader('www-authenticate')
      requireBodyType(request, file === undefined ? ['application/json'] : fileTypes)
    },
    handler: async request => {
      if (!request.operator) throw new AppError('not_logged_in')
      return performOperation(deps, operation, {
        by: request.operator,
        requestId: request.id,
        input: inputOf(operation, request),
      })
    },
  })
}

/** Splits the schema into path, query and body. */
export function inputSchemas(operation: Operation): Record<string, z.ZodObject | z.ZodType> {
  const { input, file } = operation
  const inPath = pathFields(operation)
  const shape = Object.entries<z.core.$ZodType>(input.shape)
  const pick = (matches: (name: string) => boolean) =>
    z.object(Object.fromEntries(shape.filter(([name]) => matches(name))))
  const params = pick(name => inPath.includes(name))
  const rest = pick(name => !inPath.includes(name) && name !== file)
  return {
    ...(inPath.length > 0 ? { params } : {}),
    ...(Object.keys(rest.shape).length > 0 ? { [isInQuery(operation) ? 'querystring' : 'body']: rest } : {}),
    ...(file === undefined ? {} : { body: z.string().meta({ format: 'binary' }) }),
  }
}

const isInQuery = ({ http, file }: Operation): boolean =>
  file !== undefined || http?.method === 'GET' || http?.method === 'DELETE'

function inputOf(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  const forms = new Map(fieldsOf(operation).map(field => [field.name, field.form]))
  const body = operation.file === undefined ? asObject(request.body) : { [operation.file]: request.body }
  const texts = [request.params, request.query].flatMap(each => Object.entries(asObject(each)))
  requireOnce([...texts.map(([name]) => name), ...Object.keys(body)])
  const read = texts.map(([name, text]) => [
    name,
    typeof text === 'string' ? readText(forms.get(name) ?? {}, text) : text,
  ])
  return { ...body, ...Object.fromEntries(read) }
}

function asObject(value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new AppError({ key: 'invalid_input', message: 'The body must be an object in braces.' })
  }
  return { ...value }
}

function requireBodyType(request: FastifyRequest, types: readonly string[]): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined || types.includes(type)) return
  throw new AppError({ key: 'unsupported_media_type', message: `The body must be ${types.join(' or ')}.` })
}
