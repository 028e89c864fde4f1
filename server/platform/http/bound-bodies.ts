import type { FastifyInstance, FastifyRequest } from 'fastify'
import { capacities } from '../limits/limits.ts'
import { createPlaces } from '../limits/places.ts'

/** What forms send; only what is above it may not come in any number at once. */
const smallBytes = 4096

/**
 * Bounds how many bytes of bodies are in memory at once, so that whoever begins many large ones and never ends them takes
 * no more than a share. A body counts as long as it says it is, from its headers to its answer.
 */
export function boundBodies(app: FastifyInstance): void {
  const places = createPlaces(capacities.bodyBytes)
  app.addHook('onRequest', async (request, reply) => {
    const bytes = bodyBytes(request)
    if (bytes <= smallBytes) return
    // Of a refused one the rest is not waited for.
    reply.header('connection', 'close')
    const release = places.take(request.ip, bytes)
    reply.removeHeader('connection')
    reply.raw.once('close', release)
  })
}

function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return most
  // A longer one is refused unread.
  return Math.min(Number(headers['content-length'] ?? 0), most)
}
