import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { httpForum } from '../gateways/forum/http.ts'
import { ForumUnavailable } from '../gateways/forum/port.ts'
import { MailRefused } from '../gateways/mail/port.ts'
import { smtpGateway } from '../gateways/mail/smtp.ts'
import { httpSmsGateway } from '../gateways/sms/http.ts'

/** What a service does to whoever connects to it. */
const faults: Record<string, (socket: Socket) => void> = {
  'is gone': socket => socket.resetAndDestroy(),
  'is frozen': () => undefined,
  // A byte now and then, for who waits for silence only.
  'is slow': socket => {
    const dripping = setInterval(() => socket.write('2'), 500)
    socket.on('close', () => clearInterval(dripping))
  },
  'talks nonsense': socket => socket.write('\u0000Ľúbeznosť\r\n\r\n{"post_count":'),
  'hangs up in the middle': socket => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n{"post'),
}

/** Nobody waits longer; a reader waits for the forum alone, which has a limit of its own. */
const longest = { forum: 5000, mail: 12_000, sms: 12_000 }

const letter = { messageId: 'outbox-1', to: 'jana@noviny.sk', subject: 'S', text: 'T', html: '<p>T</p>' }
const message = { id: 'sms-1', to: '+421905123456', text: 'kód' }

test.concurrent.each(Object.entries(faults))(
  'R17.03 whoever asks a forum, a mail server or an SMS provider that %s is told in time, and may try again',
  async (fault, misbehave) => {
    const sockets = new Set<Socket>()
    const service = createServer(socket => {
      sockets.add(socket.on('error', () => undefined))
      misbehave(socket)
    })
    await once(service.listen(0, '127.0.0.1'), 'listening')
    // A server that listens on a port has an address with it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { port } = service.address() as AddressInfo
    const mails = smtpGateway(`smtp://127.0.0.1:${port}`, 'profil@noviny.sk')
    const calls = {
      forum: httpForum(`http://127.0.0.1:${port}`, undefined).readActivity('7'),
      mail: mails.send(letter),
      sms: httpSmsGateway(`http://127.0.0.1:${port}/send`, undefined).send(message),
    }
    const startedAt = performance.now()
    const told = async (name: keyof typeof calls) => {
      const error = await calls[name].then(
        () => undefined,
        (reason: unknown) => reason,
      )
      return { error, isInTime: performance.now() - startedAt < 2 * longest[name] }
    }
    const [forum, mail, sms] = await Promise.all([told('forum'), told('mail'), told('sms')])
    expect([forum.isInTime, mail.isInTime, sms.isInTime]).toEqual([true, true, true])
    expect(forum.error).toBeInstanceOf(ForumUnavailable)
    expect(mail.error).toBeInstanceOf(Error)
    // What is refused for good is not tried again.
    expect(mail.error).not.toBeInstanceOf(MailRefused)
    // A provider that has begun to answer "200" has taken the message.
    if (fault !== 'hangs up in the middle') expect(sms.error).toBeInstanceOf(Error)
    mails.close()
    for (const socket of sockets) socket.destroy()
    service.close()
  },
)
