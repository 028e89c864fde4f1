import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { freePort } from '#server/testing/setup/free-port.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createMoneyApp } from '../testing/setup/money-app.ts'
import { startProgram } from '../testing/setup/start-program.ts'

const server = openForFile(createMoneyApp)

/** The gateway, which takes charges and never says so. */
async function startSilentGateway(url: string) {
  const heard = Promise.withResolvers<void>()
  const silent = createServer((asked, answer) => {
    void (async () => {
      const { authorization = '', 'content-type': type = 'application/json' } = asked.headers
      const method = asked.method ?? 'GET'
      const headers = { authorization, 'content-type': type }
      const body = method === 'GET' ? {} : { body: await text(asked) }
      const answered = await fetch(`${url}${asked.url}`, { method, headers, ...body })
      if (method === 'POST' && asked.url === '/v1/charges') return heard.resolve()
      answer.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text())
    })()
  })
  const port = await freePort()
  await once(silent.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${port}`,
    heard: heard.promise,
    stop: () => {
      silent.closeAllConnections()
      silent.close()
    },
  }
}

test('R17.03 SIGTERM while the gateway is silent: requests are answered, it ends within 10 s, the charge stays one', async () => {
  const { clock, gateway } = server
  const reader = await server.subscribe({ endsAt: clock.now().add({ hours: 47 }) })
  await gateway.setFaults({ webhooks: 'off' })
  const silent = await startSilentGateway(gateway.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'profil-ended-'))
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const program = await startProgram('main', {
    environment: {
      MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      LOG_LEVEL: 'silent',
      DATABASE_URL: server.url,
      DATA_DIR: dataDir,
      DEMO_GATEWAY_URL: silent.url,
      DEMO_GATEWAY_KEY: gateway.secret,
    },
  })
  try {
    await silent.heard
    const body = JSON.stringify({ email: 'nikto@dennik.example', password: 'Heslo-1234' })
    const begun = request(`${origin}/login`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    begun.flushHeaders()
    await once(begun, 'continue')

    const askedAt = performance.now()
    const ended = program.kill('SIGTERM')
    const listens = () =>
      fetch(`${origin}/healthz`).then(
        () => true,
        () => false,
      )
    await expect.poll(listens).toBe(false)
    begun.end(body)
    const [answer]: IncomingMessage[] = await once(begun, 'response')
    expect(answer?.statusCode).toBe(422)
    await ended
    expect(performance.now() - askedAt).toBeLessThan(10_000)
  } finally {
    await program.kill('SIGKILL')
    silent.stop()
    rmSync(dataDir, { recursive: true })
  }

  const renewal = async () => (await reader.payments()).find(({ purpose }) => purpose === 'renewal')?.state
  expect(await renewal()).toBe('submitted')
  // Another process claims it when the lease is over.
  clock.advance('PT1M')
  await server.chargeDue()
  expect(await renewal()).toBe('paid')
  expect((await gateway.ledger()).charges.filter(({ amount }) => amount === 8990)).toHaveLength(1)
})
