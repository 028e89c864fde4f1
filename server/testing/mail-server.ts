import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

/** A real mail server on loopback, which keeps who was sent what under which identity. */
export async function startMailServer() {
  const taken: { messageId: string; to: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const messageId = /^message-id: (\S+)/im.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? ''
        taken.push(...session.envelope.rcptTo.map(each => ({ messageId, to: each.address })))
        done()
      })
    },
  })
  // A client that is killed in the middle of a mail is no error of the server.
  server.on('error', () => undefined)
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
