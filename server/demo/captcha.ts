import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { randomToken } from '#server/platform/secrets.ts'
import { listen } from './listen.ts'
import { readBody } from './read-body.ts'

const answerLifeMs = 120_000

type CaptchaServer = { url: string; stop: () => Promise<void> }

/**
 * The demo's own captcha: a service with reCAPTCHA's protocol. `/api.js` gives `grecaptcha` to a page, its widget
 * is a frame of `/anchor`, `/siteverify` accepts each answer once, for two minutes.
 *
 * @param options.port wanted; another one is taken when it is not free
 */
export async function startDemoCaptcha(options: {
  port: number
  publicKey: string
  secret: string
  now?: () => number
}): Promise<CaptchaServer> {
  const { publicKey, secret, now = Date.now } = options
  const files = {
    '/api.js': { type: 'text/javascript', text: readFile('api.js') },
    '/anchor': { type: 'text/html', text: readFile('anchor.html') },
  }
  /** Issued answers, with time and page. */
  const answers = new Map<string, { at: number; hostname: string }>()

  const giveAnswer = (fields: URLSearchParams) => {
    if (fields.get('k') !== publicKey) return undefined
    const answer = randomToken(256)
    answers.set(answer, { at: now(), hostname: fields.get('hostname') ?? '' })
    return { answer }
  }
  const siteverify = (fields: URLSearchParams) => {
    const refuse = (...codes: string[]) => ({ success: false, 'error-codes': codes })
    const [given, response] = [fields.get('secret'), fields.get('response')]
    if (!given) return refuse('missing-input-secret')
    if (given !== secret) return refuse('invalid-input-secret')
    if (!response) return refuse('missing-input-response')
    const known = answers.get(response)
    answers.delete(response)
    if (!known || now() - known.at > answerLifeMs) return refuse('timeout-or-duplicate')
    return { success: true, challenge_ts: new Date(known.at).toISOString(), hostname: known.hostname }
  }

  const server = createServer((request, response) => {
    answerCall(request, response).catch(() => response.writeHead(400).end())
  })
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', 'http://captcha')
    if (request.method === 'GET' && (pathname === '/api.js' || pathname === '/anchor')) {
      const { type, text } = files[pathname]
      response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
      response.end(text)
      return
    }
    const calls = { '/answer': giveAnswer, '/siteverify': siteverify }
    if (request.method !== 'POST' || (pathname !== '/answer' && pathname !== '/siteverify')) {
      response.writeHead(404).end()
      return
    }
    const said = calls[pathname](new URLSearchParams(await readBody(request)))
    response.writeHead(said ? 200 : 400, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(said ?? {}))
  }

  const { port, stop } = await listen(server, options.port)
  return { url: `http://127.0.0.1:${port}`, stop }
}

const readFile = (name: string) => readFileSync(join(projectRoot, 'demo/captcha', name), 'utf8')
