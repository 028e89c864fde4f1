import type { FastifyReply, FastifyRequest } from 'fastify'

/** The metadata that a form-encoded request bears. */
export const metadataOf = (body: Record<string, string>, of = 'metadata'): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      name.startsWith(`${of}[`) ? [[name.slice(of.length + 1, -1), value]] : [],
    ),
  )

type Answer = { status: number; body: unknown }
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
export type Once = (act: (body: Record<string, string>) => Answer) => Handler

/** How writes are answered: as asked, or as tests have set. */
export function openRequests() {
  const answers = new Map<string, Answer & { request: string }>()
  const requests: { path: string; body: Record<string, string>; key: string | undefined }[] = []
  const faults = { toLose: 0, breaksNext: false }
  /** Executes a write once per idempotency key, then replays its answer; another body is refused. */
  const once: Once = act =>
    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const body = (request.body ?? {}) as Record<string, string>
      const key = request.headers['idempotency-key']?.toString()
      const asked = JSON.stringify([request.url, body])
      const known = key === undefined ? undefined : answers.get(key)
      if (known && known.request !== asked) {
        return reply.status(400).send({
          error: { type: 'idempotency_error', message: 'Keys for idempotent requests differ' },
        })
      }
      requests.push({ path: request.url, body, key })
      const isBroken = faults.breaksNext
      faults.breaksNext = false
      const error = { type: 'api_error', message: 'An error occurred' }
      const answer = known ?? { request: asked, ...(isBroken ? { status: 500, body: { error } } : act(body)) }
      if (key !== undefined) answers.set(key, answer)
      if (faults.toLose > 0) {
        faults.toLose--
        request.raw.socket.destroy()
        return reply.hijack()
      }
      return reply.status(answer.status).send(answer.body)
    }
  return { answers, requests, faults, once }
}
