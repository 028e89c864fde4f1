import type { FastifyInstance, FastifyRequest } from 'fastify'
import { unsubscribe as endpoint } from '#contract/newsletters/unsubscribe.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { configOf } from '#server/platform/http/route.ts'
import { unsubscribe } from './unsubscribe.ts'

/**
 * POST /unsubscribe/{token}, as mail programs send it (RFC 8058): the field in a form or in multipart/form-data,
 * no cookies, no origin. The token authenticates it, so this one path takes cross-site writes.
 */
export async function serveOneClick(app: FastifyInstance, deps: Deps): Promise<void> {
  // A Fastify scope of its own: no other route parses multipart.
  await app.register(async scope => {
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer', bodyLimit: 10_000 },
      async (request: FastifyRequest, body: Buffer) =>
        readFields(request.headers['content-type'] ?? '', body),
    )
    scope.route<{ Params: { token: string } }>({
      method: endpoint.method,
      url: endpoint.path,
      config: configOf(endpoint),
      schema: { params: endpoint.params, body: endpoint.body },
      handler: async (request, reply) => {
        await unsubscribe(deps, request.params.token)
        return reply.status(endpoint.success.status).send()
      },
    })
  })
}

/** Node's own form parser; no file is ever expected. */
async function readFields(contentType: string, body: Buffer): Promise<Record<string, string>> {
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': contentType },
    }).formData()
    return Object.fromEntries(
      [...form].filter((field): field is [string, string] => typeof field[1] === 'string'),
    )
  } catch {
    throw new AppError('invalid_input')
  }
}
