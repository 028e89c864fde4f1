import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import * as z from 'zod'
import { projectRoot } from '#server/platform/process/project-root.ts'
import { listen } from './listen.ts'
import { readBody } from './read-body.ts'

const mostViews = 1000
const View = z.object({ token: z.string(), path: z.string() })
const answers = {
  sk: 'Ďakujeme za správu. Toto je ukážka: v skutočnom chate by vám teraz odpovedal človek.',
  en: 'Thank you for your message. This is a demo: in a real chat a person would answer you now.',
}

/**
 * The demo's own live chat and marketing service, as a publisher would rent them: `/chat.js` gives `profilChat` to a
 * page, whose window is a frame of `/chat`; `/tag.js` reports each page view to `/views`.
 *
 * @param options.port wanted; another one is taken when it is not free
 * @param options.token the publisher's id at the marketing service
 */
export async function startOutsideServices(options: {
  port: number
  token: string
}): Promise<{ url: string; stop: () => Promise<void> }> {
  const files = new Map([
    ['/chat.js', { type: 'text/javascript', text: readFile('chat.js') }],
    ['/chat', { type: 'text/html', text: readFile('chat.html') }],
    ['/tag.js', { type: 'text/javascript', text: readFile('tag.js') }],
  ])
  const views: z.infer<typeof View>[] = []

  const server = createServer((request, response) => {
    answerCall(request, response).catch(() => response.writeHead(400).end())
  })
  async function answerCall(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://outside')
    const send = (type: string, text: string) =>
      response
        .writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' })
        .end(text)
    const file = files.get(pathname)
    if (request.method === 'GET' && file) return void send(file.type, file.text)
    if (request.method === 'GET' && pathname === '/views.json') {
      return void send('application/json', JSON.stringify({ items: views }))
    }
    if (request.method === 'POST' && pathname === '/messages') {
      await readBody(request)
      return void send('text/plain', answers[searchParams.get('lang') === 'en' ? 'en' : 'sk'])
    }
    const open = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
    if (request.method === 'OPTIONS' && pathname === '/views') return void response.writeHead(204, open).end()
    if (request.method === 'POST' && pathname === '/views') {
      const view = View.parse(JSON.parse(await readBody(request)))
      if (view.token !== options.token) return void response.writeHead(403).end()
      if (views.push(view) > mostViews) views.shift()
      return void response.writeHead(204, open).end()
    }
    response.writeHead(404).end()
  }

  const { port, stop } = await listen(server, options.port)
  return { url: `http://127.0.0.1:${port}`, stop }
}

const readFile = (name: string) => readFileSync(join(projectRoot, 'demo/outside', name), 'utf8')
