/**
 * The embedded forum: a small service of its own that keeps topics, posts and who follows what, and speaks the HTTP
 * that any other forum plugged into the port speaks. It listens on loopback only, for the process that started it; its
 * state is in PostgreSQL, so that several processes share one forum.
 */
import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { hashToken, randomToken } from '#server/platform/secrets.ts'
import { ForumRefusal } from '../port.ts'
import type { EmbeddedForum } from './embedded-forum.ts'
import { serveMembers } from './serve-members.ts'
import { serveTopics } from './serve-topics.ts'

/**
 * Starts the embedded forum on a free port.
 *
 * @returns its address and the token of its calls, for `httpForum`, and a function that stops it
 */
export async function startForum(
  deps: EmbeddedForum,
): Promise<{ url: string; token: string; stop: () => Promise<void> }> {
  const token = randomToken(128)
  const app = createForum(deps, token)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return { url: app.listeningOrigin, token, stop: () => app.close() }
}

function createForum(deps: EmbeddedForum, token: string): FastifyInstance {
  const app = Fastify({ bodyLimit: 50_000, forceCloseConnections: true })
  const expected = Buffer.from(hashToken(`Bearer ${token}`))
  app.addHook('onRequest', async (request, reply) => {
    const given = Buffer.from(hashToken(request.headers.authorization ?? ''))
    if (!timingSafeEqual(given, expected)) return reply.status(401).send({ reason: 'unauthorized' })
    return undefined
  })
  app.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof ForumRefusal) {
      return reply.status(error.reason === 'not_found' ? 404 : 409).send({ reason: error.reason })
    }
    const isFaulty = error instanceof ZodError || (error instanceof Error && 'statusCode' in error)
    return reply.status(isFaulty ? 400 : 500).send({ reason: isFaulty ? 'invalid_request' : 'internal' })
  })
  serveMembers(app, deps)
  serveTopics(app, deps)
  return app
}
