import type { FastifyInstance, FastifyRequest } from 'fastify'
import { capacities } from '../limits/limits.ts'
import { createPlaces } from '../limits/places.ts'
import type { UnfinishedBodies } from './unfinished-bodies.ts'

/** Size of ordinary forms; only larger bodies are bounded. */
const smallBytes = 1024

/**
 * Bounds how many bytes of request bodies are in memory at once. A body counts with its Content-Length, from its headers
 * to the answer. Beyond so many in all, those that do not arrive are cut off for it, the oldest first; what one address
 * sends beyond its share is refused.
 */
export function boundBodies(
  app: FastifyInstance,
  unfinished: UnfinishedBodies,
  capacity: Parameters<typeof createPlaces>[0] = capacities.bodyBytes,
): void {
  const places = createPlaces(capacity, unfinished.makeRoom)
  app.addHook('onRequest', async (request, reply) => {
    const bytes = bodyBytes(request)
    if (bytes <= smallBytes) return
    // The rest of a refused body is not read.
    reply.header('connection', 'close')
    const release = places.take(request.ip, bytes)
    reply.removeHeader('connection')
    unfinished.hold(request.raw, release)
    reply.raw.once('close', release)
  })
}

function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return most
  // A longer body is refused unread.
  return Math.min(Number(headers['content-length'] ?? 0), most)
}
