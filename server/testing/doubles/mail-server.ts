import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

type Command = 'MAIL FROM' | 'RCPT TO' | 'DATA'

/** A real mail server on loopback, which keeps who was sent what under which identity. */
export async function startMailServer() {
  const taken: { messageId: string; to: string }[] = []
  const asked: string[] = []
  const replies = new Map<string, { code: number; text: string; at: Command }>()
  /** The failure set up for a recipient, if it is for this command. */
  const replyTo = (command: Command, to: string) => {
    const reply = replies.get(to)
    return reply?.at === command ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => done(replyTo('MAIL FROM', '*')),
    onRcptTo: ({ address }, _session, done) => {
      asked.push(address)
      done(replyTo('RCPT TO', address))
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const [first] = session.envelope.rcptTo
        const refusal = replyTo('DATA', first?.address ?? '')
        if (refusal) return done(refusal)
        const messageId = /^message-id: (\S+)/im.exec(Buffer.concat(parts).toString('latin1'))?.[1] ?? ''
        taken.push(...session.envelope.rcptTo.map(each => ({ messageId, to: each.address })))
        return done()
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
    /** Every recipient that was named, whatever was replied. */
    asked,
    /** Sets the SMTP reply for a recipient; `*` at MAIL FROM for all. */
    reply: (to: string, at: Command, code: number, text: string) => replies.set(to, { code, text, at }),
    acceptAll: () => replies.clear(),
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
