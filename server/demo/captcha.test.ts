import { createServer } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { siteverifyCaptcha } from '#server/gateways/captcha/siteverify.ts'
import { createLog } from '#server/platform/telemetry/log.ts'
import { startDemoCaptcha } from './captcha.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(() => Promise.all(stops.splice(0).map(stop => stop())))

const secret = 'the-secret'
const log = createLog('silent')

type Provider = {
  url: string
  /** An answer of the widget, solved on a page of that host. */
  solve: (hostname: string) => Promise<string>
  wait: (ms: number) => void
}

/** A fake of `siteverify` as Google documents it. */
async function startGoogle(): Promise<Provider> {
  const given = new Map<string, { hostname: string; at: number }>()
  let now = 0
  const { url } = await serve((path, fields) => {
    if (path !== '/recaptcha/api/siteverify') return undefined
    if (fields.get('secret') !== secret) return { success: false, 'error-codes': ['invalid-input-secret'] }
    const response = fields.get('response') ?? ''
    const known = given.get(response)
    given.delete(response)
    return known && now - known.at <= 120_000
      ? { success: true, challenge_ts: '2026-11-21T10:00:00Z', hostname: known.hostname }
      : { success: false, 'error-codes': ['timeout-or-duplicate'] }
  })
  return {
    url: `${url}/recaptcha/api/siteverify`,
    solve: async hostname => {
      const answer = `03A-${given.size}-${Math.random()}`
      given.set(answer, { hostname, at: now })
      return answer
    },
    wait: ms => {
      now += ms
    },
  }
}

async function startStandIn(): Promise<Provider> {
  let now = 0
  const service = await startDemoCaptcha({ port: 0, publicKey: 'key', secret, now: () => now })
  stops.push(service.stop)
  return {
    url: `${service.url}/siteverify`,
    solve: async hostname => {
      const body = new URLSearchParams({ k: 'key', hostname })
      const answer = await fetch(`${service.url}/answer`, { method: 'POST', body })
      return ((await answer.json()) as { answer: string }).answer
    },
    wait: ms => {
      now += ms
    },
  }
}

async function serve(answer: (path: string, fields: URLSearchParams) => object | string | undefined) {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', part => {
      body += String(part)
    })
    request.on('end', () => {
      const said = answer(request.url ?? '', new URLSearchParams(body))
      response.writeHead(said === undefined ? 404 : 200, { 'content-type': 'application/json' })
      response.end(typeof said === 'string' ? said : JSON.stringify(said))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => new Promise(resolve => server.close(resolve)))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port')
  return { url: `http://127.0.0.1:${address.port}` }
}

describe.each([
  ['a server that speaks Google’s siteverify', startGoogle],
  ['the demo’s stand-in', startStandIn],
])('R7.17 a captcha over %s', (_name, start) => {
  const open = async () => {
    const provider = await start()
    const options = { url: provider.url, hostnames: ['profil.test'] }
    return {
      ...provider,
      captcha: siteverifyCaptcha({ ...options, secret }, log),
      stranger: siteverifyCaptcha({ ...options, secret: 'another' }, log),
    }
  }

  test('an answer is single-use', async () => {
    const { captcha, solve } = await open()
    const answer = await solve('profil.test')
    const verdicts = await Promise.all(Array.from({ length: 16 }, () => captcha.verify(answer, '10.0.0.1')))
    expect(verdicts.filter(Boolean)).toHaveLength(1)
    expect(await captcha.verify(answer, '10.0.0.1')).toBe(false)
  })

  test('a forged answer, one of another page and an expired one are refused', async () => {
    const { captcha, stranger, solve, wait } = await open()
    for (const answer of ['', 'made-up', 'x'.repeat(5000)]) {
      expect(await captcha.verify(answer, '10.0.0.1')).toBe(false)
    }
    expect(await captcha.verify(await solve('elsewhere.test'), '10.0.0.1')).toBe(false)
    expect(await stranger.verify(await solve('profil.test'), '10.0.0.1')).toBe(false)
    const answer = await solve('profil.test')
    wait(121_000)
    expect(await captcha.verify(answer, '10.0.0.1')).toBe(false)
  })
})

test.each([
  ['an answer that is no JSON', 'oops'],
  ['an answer of another shape', '{"success":"yes"}'],
])('R7.17 %s of the provider lets nobody through', async (_name, said) => {
  const { url } = await serve(() => said)
  const captcha = siteverifyCaptcha({ url, secret, hostnames: ['profil.test'] }, log)
  expect(await captcha.verify('answer', '10.0.0.1')).toBe(false)
})

test('R7.17 a provider that is down or fails lets nobody through', async () => {
  const { url } = await serve(() => undefined)
  const hostnames = ['profil.test']
  expect(await siteverifyCaptcha({ url, secret, hostnames }, log).verify('answer', '10.0.0.1')).toBe(false)
  const nowhere = siteverifyCaptcha({ url: 'http://127.0.0.1:1/', secret, hostnames }, log)
  expect(await nowhere.verify('answer', '10.0.0.1')).toBe(false)
})
