import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { negotiate } from '../platform/http/compress.ts'

/**
 * Headers that are heeded on pages and answers alone. Each file of a first visit would bring them, and by `Vary: Origin` one
 * that the login has fetched ahead would be asked for again.
 */
const headersOfAnswers = [
  'access-control-allow-credentials',
  'access-control-expose-headers',
  'content-security-policy',
  'referrer-policy',
  'vary',
  'x-frame-options',
  'x-request-id',
]

/**
 * Serves the built scripts, styles and fonts. The program, which every first visit waits for, is answered from memory: read
 * from the disk, its first byte would come after all that the page asks for at the same time.
 *
 * @param builtPages folder of the build
 */
export async function serveAssets(app: FastifyInstance, builtPages: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(builtPages, 'assets'),
    prefix: '/assets/',
    preCompressed: true,
    cacheControl: false,
    index: false,
    acceptRanges: false,
    lastModified: false,
    etag: false,
    setHeaders: keepForEver,
  })
  const document = readFileSync(join(builtPages, 'account/subscription.html'), 'utf8')
  for (const [, path = ''] of document.matchAll(/rel="modulepreload"[^>]* href="([^"]+)"/g)) {
    const file = join(builtPages, path)
    const bodies = {
      br: readFileSync(`${file}.br`),
      gzip: readFileSync(`${file}.gz`),
      identity: readFileSync(file),
    }
    app.get(path, { schema: { hide: true } }, (request, reply) => {
      keepForEver(reply)
      return reply.type('text/javascript; charset=utf-8').send(bodies[negotiate(request, reply)])
    })
  }
}

/** For files whose names contain their hash. */
function keepForEver(reply: FastifyReply): void {
  for (const name of headersOfAnswers) reply.removeHeader(name)
  reply.header('cache-control', 'public, max-age=31536000, immutable')
}
