/**
 * The description of the API: what `route` and the operations were registered with, in OpenAPI 3.1 with every response
 * of every call. Generated: a call is described by being declared.
 */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/settings.ts'
import { type Call, callOfEndpoint, callOfOperation } from './call.ts'
import { documentOf } from './document.ts'

/**
 * /openapi.json and its pages at /docs/api. Call it before any route is declared.
 *
 * @throws Error when a route is declared that is neither described nor hidden
 */
export async function publishApiDescription(app: FastifyInstance, settings: Settings): Promise<void> {
  const calls: Call[] = []
  app.addHook('onRoute', ({ method, url, config, schema }) => {
    if (method === 'HEAD') return
    if (config?.endpoint) calls.push(callOfEndpoint(config.endpoint))
    else if (config?.operation) calls.push(callOfOperation(config.operation))
    else if (!schema?.hide && !isOfDemo(url))
      throw new Error(`${String(method)} ${url} is neither described nor hidden`)
  })
  await app.register(swagger, {
    // The routes' own schemas are not enough: what they stand for is.
    transform: ({ url }) => ({ schema: { hide: true }, url }),
    transformObject: () => documentOf(calls, settings),
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    // It shows our own description only, and sends it to no external validator.
    uiConfig: { validatorUrl: null },
    staticCSP,
  })
}

/** CSP of the pages at /docs/api; `data:` for their icons. */
const staticCSP = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** The demo's own calls are no part of the product. */
const isOfDemo = (url: string) => url === '/demo' || url.startsWith('/demo/')
