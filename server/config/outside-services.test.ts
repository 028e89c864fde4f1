import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { pagePolicy } from '../platform/http/security-headers.ts'
import { Shutdown } from '../platform/process/shutdown.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { openOutsideServices } from '../start/open-outside-services.ts'
import { type Config, loadConfig } from './config.ts'

const shutdown = new Shutdown(createLog('silent'))
afterEach(() => shutdown.run())

const open = (config: Config, starts = true) => openOutsideServices(config, shutdown, { starts })

test('R1.26 R3.01 chat and marketing are off where nothing is configured', async () => {
  const config = loadConfig({ DEMO_OUTSIDE_PORT: 'off' })
  expect(config).toMatchObject({ chat: null, marketing: null, marketingToken: null })
  expect(await open(config)).toEqual({})
  // A worker shows no pages.
  expect(await open(loadConfig({}), false)).toEqual({})
})

test('R3.01 a marketing service is configured as a whole, and its hosts by their addresses', () => {
  expect(() => loadConfig({ MARKETING_TOKEN: 'x' })).toThrow('MARKETING_SCRIPT_URL is missing')
  expect(() => loadConfig({ MARKETING_SCRIPT_URL: 'https://tag.example/t.js' })).toThrow('MARKETING_TOKEN')
  expect(() => loadConfig({ CHAT_HOSTS: 'chat.example' })).toThrow('CHAT_HOSTS cannot be used')
  expect(() => loadConfig({ CHAT_SCRIPT_URL: 'javascript:1' })).toThrow('CHAT_SCRIPT_URL cannot be used')
  const script = {
    CHAT_SCRIPT_URL: 'https://chat.example/w.js',
    CHAT_HOSTS: 'https://a.example/x, wss://b.example',
  }
  expect(loadConfig(script).chat).toEqual({
    scriptUrl: 'https://chat.example/w.js',
    hosts: ['https://chat.example', 'https://a.example', 'wss://b.example'],
  })
})

test('R3.01 a page may load exactly the hosts that it is given', async () => {
  const settings = { ...loadConfig({}), appSecret: '', tokenSigningKey: '' }
  const app = Fastify()
  app.get('/with', async (_request, reply) => {
    pagePolicy(reply, settings, 'n', { hasLayout: true, outside: ['https://chat.example'] })
    return ''
  })
  app.get('/without', async (_request, reply) => {
    pagePolicy(reply, settings, 'n')
    return ''
  })
  const directivesOf = async (path: string) =>
    String((await app.inject(path)).headers['content-security-policy'])
      .split('; ')
      .filter(directive => directive.includes('chat.example'))
      .map(directive => directive.split(' ')[0])
  expect(await directivesOf('/with')).toEqual([
    'script-src',
    'style-src',
    'img-src',
    'connect-src',
    'frame-src',
  ])
  expect(await directivesOf('/without')).toEqual([])
})

test('R1.26 the demo has a chat and a marketing service of its own, on a port of theirs', async () => {
  const { chat, marketing, marketingToken } = await open(loadConfig({ DEMO_OUTSIDE_PORT: '65432' }))
  if (!chat || !marketing) throw new Error('The demo has no such services')
  const { origin } = new URL(chat.scriptUrl)
  expect([chat.hosts, marketing.hosts]).toEqual([[origin], [origin]])
  expect(await (await fetch(chat.scriptUrl)).text()).toContain('profilChat')
  expect(await (await fetch(marketing.scriptUrl)).text()).toContain('/views')
  expect((await fetch(`${origin}/chat?lang=sk`)).headers.get('content-type')).toContain('text/html')
  expect((await fetch(`${origin}/elsewhere`)).status).toBe(404)

  const said = await fetch(`${origin}/messages?lang=en`, { method: 'POST', body: 'Hello' })
  expect(await said.text()).toMatch(/^Thank you/)
  const view = (token: string | null) =>
    fetch(`${origin}/views`, { method: 'POST', body: JSON.stringify({ token, path: '/faq' }) })
  expect((await view('another')).status).toBe(403)
  expect((await view(marketingToken ?? null)).status).toBe(204)
  expect((await fetch(`${origin}/views`, { method: 'POST', body: '{' })).status).toBe(400)
  expect(await (await fetch(`${origin}/views.json`)).json()).toEqual({
    items: [{ token: marketingToken, path: '/faq' }],
  })
})
