import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'

const server = openForFile(createTestApp)
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})

/** Sends raw bytes, and returns the whole answer. */
function send(text: string): Promise<string> {
  const { port } = new URL(server.app.listeningOrigin)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(text))
    socket.on('data', piece => (answer += String(piece)))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}

const last = 'Connection: close\r\n\r\n'
test.each([
  ['no HTTP', 'HELO profil\r\n\r\n', 400],
  ['an unknown version', 'GET / HTTP/9.9\r\nHost: profil.test\r\n\r\n', 400],
  ['a space before a colon', `GET /healthz HTTP/1.1\r\nHost : profil.test\r\n${last}`, 400],
  [
    'two lengths',
    `POST /login HTTP/1.1\r\nHost: profil.test\r\nContent-Length: 1\r\nContent-Length: 2\r\n${last}`,
    400,
  ],
  ['endless headers', `GET / HTTP/1.1\r\nHost: profil.test\r\nX: ${'x'.repeat(70_000)}\r\n${last}`, 431],
  [
    'two hosts',
    `GET /export/v1/sme-blocks/profil.sme.sk?lang=sk HTTP/1.1\r\nHost: profil.test\r\nHost: evil.test\r\n${last}`,
    400,
  ],
  [
    'the same host twice',
    `GET /export/v1/sme-blocks/profil.sme.sk?lang=sk HTTP/1.1\r\nHost: profil.test\r\nhost: profil.test\r\n${last}`,
    400,
  ],
])('R8.01 R17.01 %s is refused as everything is refused', async (_what, request, status) => {
  const answer = await send(request)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8')
  expect(JSON.parse(body)).toEqual({ errors: [{ key: 'invalid_input', message: expect.any(String) }] })
})

test('one Host header is accepted, and a client that disconnects midway does no harm', async () => {
  expect(await send(`GET /healthz HTTP/1.1\r\nHost: profil.test\r\n${last}`)).toMatch(/^HTTP\/1.1 200 /)
  const { port } = new URL(server.app.listeningOrigin)
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write('GET /healthz HT')
    socket.resetAndDestroy()
  })
  await new Promise(resolve => socket.on('close', resolve))
  expect(await send(`GET /healthz HTTP/1.1\r\nHost: profil.test\r\n${last}`)).toMatch(/^HTTP\/1.1 200 /)
})
