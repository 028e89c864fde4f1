import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Brotli's: a twentieth larger than the best, in a hundredth of its time. */
const quality = 5
const brotliParams = { [constants.BROTLI_PARAM_QUALITY]: quality }

/**
 * Compresses a body as the caller accepts it. Only for what holds nothing of the request beside its nonce: where a guess
 * stands beside a secret, the length tells whether it is right (BREACH).
 */
export const compress = async (
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<FastifyReply> => reply.send(await compressed(request, reply, body))

/** Hook: compresses answers that say of themselves that they are the same for everybody. */
export async function compressPublic(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<unknown> {
  const isPublic = String(reply.getHeader('cache-control')).startsWith('public')
  const isPlain = typeof payload === 'string' && !reply.hasHeader('content-encoding')
  return isPublic && isPlain ? await compressed(request, reply, payload) : payload
}

/**
 * As `compress`, for a body whose beginning is sent as soon as it is compressed: what a browser can act upon while the rest
 * is on its way.
 *
 * @param beginning length of that part, in characters
 */
export function compressInTwo(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
  beginning: number,
): FastifyReply {
  const coding = negotiate(request, reply)
  if (coding === 'identity') return reply.send(body)
  const stream = coding === 'br' ? createBrotliCompress({ params: brotliParams }) : createGzip()
  stream.write(body.slice(0, beginning))
  stream.flush(() => stream.end(body.slice(beginning)))
  return reply.send(stream)
}

async function compressed(
  request: FastifyRequest,
  reply: FastifyReply,
  body: string,
): Promise<string | Buffer> {
  const coding = negotiate(request, reply)
  if (coding === 'br') return await promisify(brotliCompress)(body, { params: brotliParams })
  return coding === 'gzip' ? await promisify(gzip)(body) : body
}

/** Chooses what the caller accepts, and says so in the headers. */
export function negotiate(request: FastifyRequest, reply: FastifyReply): 'br' | 'gzip' | 'identity' {
  const accepted = request.headers['accept-encoding'] ?? ''
  const varies = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean)
  reply.header('vary', varies.join(', '))
  const coding = (['br', 'gzip'] as const).find(each => new RegExp(`\\b${each}\\b(?!;q=0)`).test(accepted))
  if (coding) reply.header('content-encoding', coding)
  return coding ?? 'identity'
}
