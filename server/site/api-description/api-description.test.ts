import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { operations } from '#server/ops/operations.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { publishApiDescription } from './index.ts'
import { exported, nameOf } from './names.ts'

type Response = { $ref?: string; content?: Record<string, { schema: object }>; headers?: object }
type Described = {
  operationId: string
  summary: string
  description?: string
  security: Record<string, string[]>[]
  requestBody?: { content: object }
  responses: Record<string, Response>
}
type Description = {
  openapi: string
  info: { description: string }
  paths: Record<string, Record<string, Described>>
  components: { responses: Record<string, Response>; securitySchemes: object }
}

const server = openForFile(() => createTestApp({ FEATURES_CLIENT_KEY: 'sdk-test' }))
let description: Description
beforeAll(async () => {
  description = (await server.app.inject('/openapi.json')).json()
})

const calls = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method: method.toUpperCase(), ...call })),
  )
const callOf = (name: string) => {
  const found = calls().find(({ operationId }) => operationId === name)
  if (!found) throw new Error(`${name} is not described`)
  return found
}
/** A call's response of a status, with references resolved, as text. */
const answerOf = (name: string, status: number): string => {
  const response = callOf(name).responses[status]
  const component = response?.$ref?.split('/').at(-1)
  return JSON.stringify(component === undefined ? response : description.components.responses[component])
}

describe('R17.05 the description of the API', () => {
  it('tells in words of the origin that writes need, and of every limit', () => {
    expect(description.info.description).toContain('**Origin.**')
    for (const { what } of Object.values(limits)) expect(description.info.description).toContain(what)
  })

  it('is valid OpenAPI 3.1, with nothing that it refers to left out', async () => {
    expect(description.openapi).toBe('3.1.0')
    expect(await new Validator().validate(structuredClone(description))).toEqual({ valid: true })
    const references = JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, place = ''] of references) {
      const found = place.split('/').reduce<unknown>((part, name) => Object(part)[name], description)
      expect(found, place).toBeTypeOf('object')
    }
  })

  it('has every call of the contract and every operation, each by the name of its use case', () => {
    const isEndpoint = (value: unknown): value is Endpoint =>
      typeof value === 'object' && value !== null && 'method' in value && 'success' in value
    const placeOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
      `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`
    const described = calls().map(({ method, path }) => `${method} ${path}`)
    expect(described).toEqual(
      expect.arrayContaining(
        exported
          .map(([, value]) => value)
          .filter(isEndpoint)
          .map(placeOf),
      ),
    )
    const served = operations.flatMap(({ http }) => http ?? [])
    expect(described.filter(place => place.includes(' /ops/v1/'))).toHaveLength(served.length)
    const names = calls().map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(names.filter(name => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
    expect(names).toEqual(expect.arrayContaining(['readUser', 'signIn', 'signUp', 'readersBan']))
  })

  it('tells of every call what it answers when it succeeds, and what when it is refused', () => {
    for (const { operationId, method, path, responses, security, requestBody, summary } of calls()) {
      expect(summary, operationId).not.toBe('')
      const statuses = Object.keys(responses).map(Number)
      expect(
        statuses.filter(status => status < 400),
        operationId,
      ).not.toEqual([])
      expect(statuses, operationId).toEqual(expect.arrayContaining([500, 503]))
      if (method !== 'GET') expect(statuses, operationId).toEqual(expect.arrayContaining([400, 413, 415]))
      if (requestBody && method === 'GET') throw new Error(`${operationId} reads with a body`)
      if (path.includes('{userId}')) expect(statuses, operationId).toEqual(expect.arrayContaining([401, 403]))
      const isReaders = path.includes('{userId}') || operationId === 'addPost'
      expect(Object.keys(security[0] ?? {}).length, operationId).toBe(
        isReaders ? 3 : path.startsWith('/ops/v1/') ? 1 : security[0] ? 1 : 0,
      )
    }
  })

  it('has the true status and media type of responses that are not JSON', () => {
    expect(callOf('signIn').responses).toHaveProperty('204')
    expect(callOf('signIn').responses).not.toHaveProperty('200')
    expect(callOf('requestNewPassword').responses).toHaveProperty('202')
    expect(callOf('removePhone').responses[204]).not.toHaveProperty('content')
    expect(Object.keys(callOf('changeUser').responses)).toEqual(expect.arrayContaining(['200', '204']))
    expect(callOf('readInvoice').responses[200]?.content).toHaveProperty(['application/pdf'])
    expect(callOf('streamChanges').responses[200]?.content).toHaveProperty(['text/event-stream'])
    expect(callOf('signInWithProvider').responses[302]?.headers).toHaveProperty('Location')
    expect(Object.keys(callOf('addAccesses').requestBody?.content ?? {})).toEqual([
      'application/json',
      'text/csv',
    ])
    expect(Object.keys(callOf('unsubscribe').requestBody?.content ?? {})).toEqual([
      'application/x-www-form-urlencoded',
      'multipart/form-data',
    ])
  })

  it('lists the refusals of each call by status: its own, those of its input and those of its kind', () => {
    expect(answerOf('activateCoupon', 422)).toContain('"coupon_expired"')
    expect(answerOf('activateCoupon', 422)).toContain('"user_anonymization_pending"')
    expect(answerOf('activateCoupon', 429)).toContain('"too_many_coupon_attempts"')
    expect(answerOf('activateCoupon', 429)).toContain('"Retry-After"')
    expect(answerOf('signIn', 422)).toContain('"invalid_email"')
    expect(answerOf('signIn', 422)).toContain('"storm_shield"')
    expect(answerOf('signIn', 403)).toContain('"origin_not_allowed"')
    expect(callOf('unsubscribe').responses).not.toHaveProperty('403')
    expect(callOf('unsubscribe').description).toContain('Needs no `Origin`')
    expect(answerOf('readersBan', 401)).toContain('"not_logged_in"')
  })
})

it('a route that is neither described nor hidden fails the start', async () => {
  const app = Fastify()
  await publishApiDescription(app, server.deps.settings)
  app.get('/hidden', { schema: { hide: true } }, async () => 'hidden')
  expect(() => app.get('/forgotten', async () => 'forgotten')).toThrow('GET /forgotten is neither described')
  await app.close()
})

it('a call whose file is not listed is told where to list it', () => {
  const unlisted: Endpoint = {
    method: 'GET',
    path: '/x',
    summary: '',
    tag: '',
    access: 'public',
    success: { status: 204 },
  }
  expect(() => nameOf(unlisted)).toThrow('server/site/api-description/contract-files.ts')
})

it('R17.01 the pages of the description are there, with a policy that lets nothing in from elsewhere', async () => {
  const { headers } = await server.app.inject('/docs/api/')
  expect(headers['content-type']).toContain('text/html')
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; (?!.*http)/)
  const shown = (await server.app.inject('/docs/api/json')).json<{ info: { title: string } }>()
  expect(shown.info.title).toBe('Profil')
})
