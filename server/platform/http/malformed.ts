import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyInstance } from 'fastify'
import type { Refusal } from '#contract/wire.ts'
import { AppError } from '../app-error.ts'
import { say } from '../texts/messages.ts'

/** Status by the error code of Node's HTTP parser; 400 for any other. */
const statusByCode: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/**
 * Answers malformed HTTP, oversized headers and requests that time out, in the form of every refusal. A client
 * that has disconnected is not answered.
 */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  refuseConnection(socket, statusByCode[error.code] ?? 400)
}

/**
 * Answers outside of any response, in the form of every refusal, and ends the connection.
 *
 * @param socket writable, with no response under way
 * @param status of the answer
 */
export function refuseConnection(socket: Socket, status: number): void {
  const body = JSON.stringify({
    errors: [{ key: 'invalid_input', message: say('sk', 'error.invalid_input') }],
  } satisfies Refusal)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/**
 * Refuses a request with two Host headers (RFC 9112, 3.2): a proxy in front may have used the other one
 * (request smuggling).
 */
export function refuseTwoHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw new AppError('invalid_input')
  })
}
