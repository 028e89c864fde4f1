import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Locale, Refusal } from '#contract/wire.ts'
import { AppError, type Fault, type PlainErrorKey } from '../app-error.ts'
import { isAway } from '../database/is-away.ts'
import { sayWith } from '../texts/messages.ts'

/**
 * The error handler: a refusal with its keys, 503 where the database does not answer, or a general 500. The
 * input is never echoed (the framework's own handlers would).
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = hasLeft(request) ? new AppError('invalid_input') : toRefusal(error)
    if (refusal.status >= 500 && !(error instanceof AppError)) {
      const fields = { err: error, requestId: request.id, route: request.routeOptions.url }
      if (refusal.status === 503) request.log.warn(fields, 'request not answered in time')
      else request.log.error(fields, 'request failed')
    }
    return sendRefusal(request, reply, refusal)
  })
}

/** The client has disconnected before its whole body had come, or was cut off for being slow. */
const hasLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** @param refusal its texts are translated into the reader's language here */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: AppError): FastifyReply {
  const locale = localeOf(request)
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS))
  return reply
    .status(refusal.status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        errors: refusal.faults.map(fault => describe(fault, locale)),
        ...(refusal.challenge && { challenge: refusal.challenge }),
      } satisfies Refusal),
    )
}

/** The first language of `Accept-Language` that the product speaks, Slovak otherwise. */
export function localeOf(request: FastifyRequest): Locale {
  const wanted = request.headers['accept-language'] ?? ''
  const first = wanted
    .split(',')
    .map(part => part.trim().slice(0, 2).toLowerCase())
    .find(code => code === 'sk' || code === 'en')
  return first === 'en' ? 'en' : 'sk'
}

const describe = ({ key, field, params, message }: Fault, locale: Locale): Refusal['errors'][number] => ({
  key,
  ...(field === undefined ? {} : { field }),
  message: message ?? sayWith(locale, `error.${key}`, params),
  ...(params === undefined ? {} : { params }),
})

/** Refusals of Fastify and its plugins, by status; any other 4xx of theirs is `invalid_input`. */
const keysByStatus: Record<number, PlainErrorKey> = {
  // Path traversal out of the folder of static files.
  403: 'not_found',
  404: 'not_found',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
}

function toRefusal(error: Error & { code?: unknown; statusCode?: number | undefined }): AppError {
  if (error instanceof AppError) return error
  // Errors of a gateway's client may have a status too, which is not about this request.
  const isOfFastify = typeof error.code === 'string' && error.code.startsWith('FST_')
  const status = (isOfFastify && error.statusCode) || 500
  if (status === 503 || isAway(error)) return new AppError('service_unavailable', { retryAfterS: 5 })
  return new AppError(keysByStatus[status] ?? (status < 500 ? 'invalid_input' : 'internal_server_error'))
}
