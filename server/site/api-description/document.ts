import type { $ZodType } from 'zod/v4/core'
import type { Settings } from '#server/platform/settings.ts'
import { sitesOf } from '#server/site/hosts.ts'
import type { Call } from './call.ts'
import { overview } from './overview.ts'
import { answerResponse, refusalComponents, refusalResponses } from './responses.ts'
import { type JsonObject, referredTo, toJsonSchemas } from './schemas.ts'
import { securitySchemes } from './security.ts'

type ToJson = (schema: $ZodType) => JsonObject

/** The description of all calls, in OpenAPI 3.1. */
export function documentOf(calls: readonly Call[], settings: Settings) {
  const input = toJsonSchemas('input', calls.flatMap(inputsOf))
  const output = toJsonSchemas(
    'output',
    calls.flatMap(({ answers }) => answers.flatMap(({ body }) => body ?? [])),
  )
  const { origins, version } = settings
  const paths: Record<string, JsonObject> = {}
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        ...operationOf(call, input.of, output.of),
        ...elsewhere(call, settings),
      },
    }
  }
  const responses = refusalComponents()
  return {
    openapi: '3.1.0',
    info: { title: 'Profil', version, description: overview },
    servers: [{ url: origins.login }],
    tags: [...new Set(calls.map(({ tag }) => tag))].sort().map(name => ({ name })),
    paths,
    components: {
      schemas: referredTo({ paths, responses }, { ...input.components, ...output.components }),
      responses,
      securitySchemes,
    },
  }
}

/** The servers of a call that is not at the central login. */
function elsewhere({ path, method }: Call, { origins }: Settings): JsonObject {
  const sites = sitesOf(path, method)
  if (sites === 'everywhere') return {}
  const addresses = [...new Set(sites.map(site => origins[site]))]
  const isLogins = addresses.length === 1 && addresses[0] === origins.login
  return isLogins ? {} : { servers: addresses.map(url => ({ url })) }
}

const inputsOf = ({ params, query, body }: Call): $ZodType[] => [
  ...(params ? [params] : []),
  ...(query ? [query] : []),
  ...(body && body.schema !== 'bytes' ? [body.schema] : []),
]

function operationOf(call: Call, toInput: ToJson, toOutput: ToJson): JsonObject {
  const { body, params, query } = call
  const parameters = [
    ...(params ? parametersOf('path', toInput(params)) : []),
    ...(query ? parametersOf('query', toInput(query)) : []),
    ...call.headers.map(({ name, description, maxLength }) => ({
      in: 'header',
      name,
      description,
      schema: { type: 'string', maxLength },
    })),
  ]
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    ...(call.description === '' ? {} : { description: call.description }),
    security: call.security,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, toInput) } }),
    responses: {
      ...refusalResponses(call.refusals),
      ...Object.fromEntries(call.answers.map(answer => [answer.status, answerResponse(answer, toOutput)])),
    },
  }
}

type ObjectSchema = { properties?: Record<string, JsonObject>; required?: readonly string[] }

const parametersOf = (place: 'path' | 'query', { properties = {}, required = [] }: ObjectSchema) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    in: place,
    name,
    required: place === 'path' || required.includes(name),
    ...(description === undefined ? {} : { description }),
    // A list is written with commas.
    ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
    schema,
  }))

function contentOf({ types, schema }: NonNullable<Call['body']>, toInput: ToJson): JsonObject {
  const json = schema === 'bytes' ? { type: 'string', format: 'binary' } : toInput(schema)
  return Object.fromEntries(
    types.map(type => [type, { schema: type === 'text/csv' ? { type: 'string' } : json }]),
  )
}
