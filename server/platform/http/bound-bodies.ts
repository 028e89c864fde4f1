import type { FastifyInstance, FastifyRequest } from 'fastify'
import { capacities } from '../limits/limits.ts'
import { createPlaces } from '../limits/places.ts'

/** Size of ordinary forms; only larger bodies are bounded. */
const smallBytes = 1024

/**
 * Bounds how many bytes of request bodies are in memory at once, so that a client that begins many large ones
 * and never ends them (slow body attack) takes no more than a share. A body counts with its Content-Length,
 * from its headers to the answer.
 */
export function boundBodies(app: FastifyInstance): void {
  const places = createPlaces(capacities.bodyBytes)
  app.addHook('onRequest', async (request, reply) => {
    const bytes = bodyBytes(request)
    if (bytes <= smallBytes) return
    // The rest of a refused body is not read.
    reply.header('connection', 'close')
    const release = places.take(request.ip, bytes)
    reply.removeHeader('connection')
    reply.raw.once('close', release)
  })
}

function bodyBytes({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.bodyLimit ?? 0
  if (headers['transfer-encoding'] !== undefined) return most
  // A longer body is refused unread.
  return Math.min(Number(headers['content-length'] ?? 0), most)
}
