import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { openFlagPaths } from '#contract/feature-flags/feature-flags.ts'
import type { Settings } from '../settings.ts'

/**
 * CORS. The account area, the publisher's own shop and the configured sites may call with the reader's cookies;
 * any site may read the feature flags, without cookies. The central login calls no host but its own.
 */
export async function allowOtherOrigins(
  app: FastifyInstance,
  { origins: { account, login, store }, siteOrigins }: Pick<Settings, 'origins' | 'siteOrigins'>,
): Promise<void> {
  const trusted: FastifyCorsOptions = {
    origin: [account, ...(store === login ? [] : [store]), ...siteOrigins],
    credentials: true,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  }
  const open: FastifyCorsOptions = {
    origin: '*',
    credentials: false,
    methods: ['GET', 'POST'],
    exposedHeaders: ['x-sse-support'],
    maxAge: 600,
  }
  // Of its own origin a browser is told nothing about others: a tenth of a kilobyte with every answer.
  const own: FastifyCorsOptions = { origin: [account] }
  const openPaths = openFlagPaths.map(path => path.slice(0, path.lastIndexOf('/') + 1))
  const isOpen = (address: string) => openPaths.some(path => address.startsWith(path))
  await app.register(cors, {
    delegator: ({ url, headers }, answer) =>
      answer(null, isOpen(url) ? open : headers.origin === undefined ? own : trusted),
  })
}
