import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, EndpointAnswer, EndpointRequest } from '#contract/endpoint.ts'
import { AppError } from '../app-error.ts'
import { withTimeout } from '../timeout.ts'

/** On whose behalf a use case runs: a reader, or staff for that reader. */
export type Requester = { userId: number; by?: 'staff' | undefined }

/** The signed-in reader on whose behalf a use case runs. */
export type Actor = Requester & {
  sessionId: string
  /** The account is waiting for its deletion. */
  isAnonymizationPending?: boolean
  isUnconfirmed?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the identity module: authenticates the caller by the session; throws `not_logged_in`. */
    authenticate(request: FastifyRequest): Promise<Actor>
    /** Set by the storm shield: throws `storm_shield` when something about a call is unusual (R5.10). */
    shield(endpoint: Endpoint, request: FastifyRequest): Promise<void>
  }
  interface FastifyContextConfig {
    /** The contract's endpoint; the API description (OpenAPI) is made from it. */
    endpoint?: Endpoint
    /** A write exempt from the `Origin` check. */
    anyOrigin?: boolean
  }
  interface FastifyRequest {
    actor: Actor | undefined
    /** Set by the shield: a captcha was solved. */
    solvedCaptcha: boolean
  }
}

type Handled<E extends Endpoint> = EndpointRequest<E> & {
  actor: E['access'] extends 'reader' ? Actor : undefined
  http: FastifyRequest
  reply: FastifyReply
}

/** A call that answers nothing needs no `return`. */
type Answer<E extends Endpoint> = E['success'] extends { body: object } ? EndpointAnswer<E> : void

/** Timeout of a read: answered within 5 seconds even when something outside does not answer. */
export const answerWithinMs = 4500

/**
 * Registers one endpoint of the contract: its session and ownership are checked before its body is read,
 * its input before the handler runs, its answer before it leaves.
 *
 * @param app the server
 * @param endpoint the definition shared with the browser
 * @param handle one use case; what it returns is the body
 */
export function route<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (request: Handled<E>) => Promise<Answer<E>>,
): void {
  // Fastify's time limit runs until the last byte, which of an archive comes when its reader's line has taken it.
  const isArchive = endpoint.success.type === 'application/zip'
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: configOf(endpoint),
    ...(endpoint.method === 'GET' && !isArchive ? { handlerTimeout: answerWithinMs } : {}),
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.success.body
        ? {
            response: {
              [endpoint.success.status]: endpoint.success.body,
              ...(endpoint.accepted ? { 202: endpoint.accepted.body } : {}),
            },
          }
        : {}),
    },
    onRequest: async request => {
      if (endpoint.body) requireBodyType(request, endpoint.bodyType ?? 'json')
      if (endpoint.access !== 'reader') return
      // Nothing is written yet, so a timeout is safe to retry.
      const actor = await withTimeout(app, 'session', authenticateOwner(app, request))
      if (!actor) throw new AppError('service_unavailable', { retryAfterS: 5 })
      request.actor = actor
      if (actor.isAnonymizationPending && endpoint.method !== 'GET' && !endpoint.whileAnonymizationPending) {
        throw new AppError('user_anonymization_pending')
      }
      // Only staff, who change the e-mail, take a confirmation away, and the session with it: a call that has passed by
      // then is as one made before.
      if (actor.isUnconfirmed && endpoint.confirmedOnly) throw new AppError(endpoint.confirmedOnly)
    },
    preHandler: request => app.shield(endpoint, request),
    handler: async (request, reply) => {
      reply.status(endpoint.success.status)
      const input = {
        params: request.params,
        query: request.query,
        body: request.body,
        actor: request.actor,
        http: request,
        reply,
      }
      // The schemas above made these parts what the contract says they are.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const work = handle(input as unknown as Handled<E>)
      const answer = isArchive ? await withTimeout(app, 'archive', work) : await work
      if (isArchive && !answer) throw new AppError('service_unavailable', { retryAfterS: 5 })
      return endpoint.success.body ? answer : reply.send()
    },
  })
}

/** A route's config; also for calls that are declared without `route` since they do not answer JSON. */
export const configOf = (endpoint: Endpoint) => ({ endpoint, anyOrigin: endpoint.anyOrigin ?? false })

/** R6.01: another reader's id is refused before anything is looked up. */
async function authenticateOwner(app: FastifyInstance, request: FastifyRequest): Promise<Actor> {
  const actor = await app.authenticate(request)
  const { params } = request
  const owner = typeof params === 'object' && params && 'userId' in params ? params.userId : undefined
  if (owner !== undefined && owner !== String(actor.userId)) throw new AppError('forbidden')
  return actor
}

/** In which media types a body may come. */
export const mediaTypes = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded'],
  // As mail programs send it (RFC 8058); read by the one call that takes it.
  one_click: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  // A module that takes CSV registers its own parser.
  json_or_csv: ['application/json', 'text/csv'],
}

function requireBodyType(request: FastifyRequest, type: keyof typeof mediaTypes): void {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (given === undefined || !mediaTypes[type].includes(given)) throw new AppError('unsupported_media_type')
}
