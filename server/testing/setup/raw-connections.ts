import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach } from 'vitest'
import { testOrigin } from './test-app.ts'

/** Makes a function that opens connections to a server of the calling file; each test's are closed after it. */
export function openRawConnections(portOf: () => number) {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  /** Sends raw data on a connection; `answer` is everything received until its end. */
  return (...parts: string[]) => {
    const socket = connect(portOf(), '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    let said = ''
    socket.on('data', part => {
      said += String(part)
    })
    for (const part of parts) socket.write(part)
    return {
      socket,
      begun: async () => {
        if (said === '') await once(socket, 'data')
        return said
      },
      answer: async () => {
        if (!socket.closed) await once(socket, 'close')
        return said
      },
    }
  }
}

/** Headers of a sign-in. @param from its address @param length of its body in bytes */
export const headersOfLogin = (from: string, length: number | 'chunked'): string =>
  [
    'POST /login HTTP/1.1',
    `Host: ${new URL(testOrigin).host}`,
    `Origin: ${testOrigin}`,
    `X-Forwarded-For: ${from}`,
    'Content-Type: application/json',
    length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n')
