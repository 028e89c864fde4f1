import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { openFlagPaths } from '#contract/feature-flags/feature-flags.ts'
import type { Settings } from '../settings.ts'

/**
 * Which sites may read answers: those of the publisher with the reader's cookies, and any with what is nobody's and
 * takes no cookies, which are the feature flags.
 */
export async function allowOtherOrigins(
  app: FastifyInstance,
  { trustedOrigins }: Pick<Settings, 'trustedOrigins'>,
): Promise<void> {
  const trusted: FastifyCorsOptions = {
    origin: [...trustedOrigins],
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
  const openPaths = openFlagPaths.map(path => path.slice(0, path.lastIndexOf('/') + 1))
  const isOpen = (address: string) => openPaths.some(path => address.startsWith(path))
  await app.register(cors, {
    delegator: (request, answer) => answer(null, isOpen(request.url ?? '') ? open : trusted),
  })
}
