import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { httpSmsGateway } from './http.ts'

type Received = { method: string | undefined; headers: IncomingHttpHeaders; body: string }

let stop: () => Promise<unknown> = async () => undefined
afterEach(() => stop())

/** A provider that answers every message with one status. */
async function startProvider(status: number) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', part => {
      body += String(part)
    })
    request.on('end', () => {
      received.push({ method: request.method, headers: request.headers, body })
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('kept 0905123456')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  stop = () => new Promise(resolve => server.close(resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port')
  return { url: `http://127.0.0.1:${address.port}/send`, received }
}

const sms = { id: 'sms-7', to: '+421905123456', text: '123456 je váš kód' }

test('a message is posted as JSON with its id as the idempotency key, and the token', async () => {
  const { url, received } = await startProvider(202)
  await httpSmsGateway(url, 'secret').send(sms)
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'sms-7',
      authorization: 'Bearer secret',
    },
  })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual(sms)
})

test('without a token none is sent', async () => {
  const { url, received } = await startProvider(200)
  await httpSmsGateway(url, undefined).send(sms)
  expect(received[0]?.headers.authorization).toBeUndefined()
})

test.each([302, 400, 429, 500])(
  'a message answered with %i counts as not taken, and is not told again',
  async status => {
    const { url } = await startProvider(status)
    const refusal = await httpSmsGateway(url, undefined)
      .send(sms)
      .catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Error)
    expect(String(refusal)).not.toContain('0905123456')
  },
)

test('an unreachable provider is an error, so that the message is retried', async () => {
  const { url } = await startProvider(200)
  await stop()
  stop = async () => undefined
  await expect(httpSmsGateway(url, undefined).send(sms)).rejects.toThrow()
})
