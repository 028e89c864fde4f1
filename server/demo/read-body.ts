import type { IncomingMessage } from 'node:http'

const longestBody = 10_000

/** Reads the body of a call to one of the demo's services. @throws Error over the limit of 10 kB */
export async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request.setEncoding('utf8') as AsyncIterable<string>) {
    body += part
    if (body.length > longestBody) throw new Error('The call is too long')
  }
  return body
}
