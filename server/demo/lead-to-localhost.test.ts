import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { leadToLocalhost } from './lead-to-localhost.ts'

const html = { accept: 'text/html,application/xhtml+xml' }

async function ask(headers: Record<string, string>, environment: Record<string, string> = {}) {
  const app = Fastify()
  leadToLocalhost(app, loadConfig(environment))
  app.all('/*', () => 'answered')
  const page = await app.inject({ url: '/predplatne?predplatne=3&lang=en', headers })
  const write = await app.inject({ method: 'POST', url: '/login', headers })
  await app.close()
  return { page: page.headers.location ?? page.body, write: write.body }
}

test('a page of the demo opened at 127.0.0.1 or [::1] is led to the same place at localhost', async () => {
  const led = { page: 'http://localhost:3000/predplatne?predplatne=3&lang=en', write: 'answered' }
  expect(await ask({ host: '127.0.0.1:3000', ...html })).toEqual(led)
  expect(await ask({ host: '[::1]:3000', ...html })).toEqual(led)
})

test('the demo answers scripts at 127.0.0.1, browsers at localhost, and everybody where it has a name of its own', async () => {
  const answered = { page: 'answered', write: 'answered' }
  expect(await ask({ host: '127.0.0.1:3000', accept: '*/*' })).toEqual(answered)
  expect(await ask({ host: 'localhost:3000', ...html })).toEqual(answered)
  const named = { PUBLIC_URL: 'http://profil.dennik.localhost:3000' }
  expect(await ask({ host: '127.0.0.1:3000', ...html }, named)).toEqual(answered)
})
