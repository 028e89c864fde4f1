import { once } from 'node:events'
import { createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MailGateway, OutgoingMail } from './port.ts'
import { smtpGateway } from './smtp.ts'

type Delivered = { from: string; to: string[]; raw: string; mail: Email }

let server: SMTPServer
let gateway: MailGateway
let refuses = false
const delivered: Delivered[] = []

/** A real mail server on loopback, which keeps what came together with its envelope. */
beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        if (refuses) return done(new Error('Mailbox full'))
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(parts)
        void PostalMime.parse(raw).then(mail => {
          const from = mailFrom ? mailFrom.address : ''
          delivered.push({ from, to: rcptTo.map(each => each.address), raw: raw.toString('latin1'), mail })
          done()
        })
      })
    },
  })
  const listener = server.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  gateway = smtpGateway(`smtp://127.0.0.1:${portOf(listener.address())}`, 'Denník <profil@dennik.example>')
})
afterAll(async () => {
  gateway.close()
  await new Promise<void>(resolve => server.close(() => resolve()))
})
beforeEach(() => {
  refuses = false
  delivered.length = 0
})

const letter: OutgoingMail = {
  messageId: '<outbox-17@profil.dennik.example>',
  to: 'citatel@post.example',
  subject: 'Aktivujte si účet – ľahko a žltučko',
  text: 'Dobrý deň,\n\nhttps://profil.dennik.example/login/activate/abc_DEF-123?x=1&y=2\n.\nKoniec',
  html: '<!doctype html><p>Ďalší krok: <a href="https://profil.dennik.example/">tu</a></p>',
}

test('a mail arrives with its envelope, its identity and both parts, letter by letter', async () => {
  await gateway.send(letter)
  expect(delivered).toHaveLength(1)
  const [{ from, to, raw, mail }] = delivered as [Delivered]
  expect([from, to]).toEqual(['profil@dennik.example', ['citatel@post.example']])
  expect(mail.messageId).toBe(letter.messageId)
  expect(mail.from).toMatchObject({ name: 'Denník', address: 'profil@dennik.example' })
  expect(mail.to).toMatchObject([{ address: letter.to }])
  expect(mail.subject).toBe(letter.subject)
  // Dot-stuffing: a line with a single dot would end the mail.
  expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(letter.text)
  expect(mail.html?.trimEnd()).toBe(letter.html)
  expect(raw).toMatch(/^content-type: multipart\/alternative/im)
})

test('a picture comes along beneath the HTML that shows it', async () => {
  const content = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 10])
  await gateway.send({ ...letter, html: '<img src="cid:picture">', pictures: [{ cid: 'picture', content }] })
  const [{ mail, raw }] = delivered as [Delivered]
  expect(mail.attachments).toMatchObject([
    { contentId: '<picture>', mimeType: 'image/png', disposition: 'inline', filename: 'picture.png' },
  ])
  const given = mail.attachments[0]?.content
  expect(Buffer.from(typeof given === 'string' || !given ? [] : new Uint8Array(given))).toEqual(content)
  expect(mail.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(letter.text)
  expect(raw).toMatch(/^content-type: multipart\/related/im)
})

test('R11.08 a file to keep is attached beside the picture', async () => {
  const picture = { cid: 'picture', content: Buffer.from([0x89]) }
  const file = {
    filename: 'F-2026-000001.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF-'),
  }
  await gateway.send({ ...letter, html: '<img src="cid:picture">', pictures: [picture], files: [file] })
  const attached = delivered[0]?.mail.attachments.find(({ disposition }) => disposition === 'attachment')
  expect(attached).toMatchObject({ mimeType: 'application/pdf', filename: file.filename })
})

test('further headers go along', async () => {
  const headers = { 'List-Unsubscribe': '<https://profil.dennik.example/unsubscribe/abc>' }
  await gateway.send({ ...letter, headers })
  const found = delivered[0]?.mail.headers.find(({ key }) => key === 'list-unsubscribe')
  expect(found?.value).toBe(headers['List-Unsubscribe'])
})

test('an address that is a list goes to nobody else', async () => {
  await gateway.send({ ...letter, to: 'citatel@post.example, zlodej@post.example' }).catch(() => undefined)
  await gateway.send({ ...letter, to: 'Citateľ <zlodej@post.example>' }).catch(() => undefined)
  expect(delivered.flatMap(({ to }) => to)).not.toContain('zlodej@post.example')
})

test('header injection: a line break in a value begins no header', async () => {
  await gateway.send({ ...letter, subject: 'Ahoj\r\nBcc: zlodej@post.example\r\n\r\nPodvrhnuté' })
  const [{ to, mail }] = delivered as [Delivered]
  expect(to).toEqual([letter.to])
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.text).not.toContain('Podvrhnuté')
})

test('a mail that is not accepted is a failure, so that it is retried', async () => {
  refuses = true
  await expect(gateway.send(letter)).rejects.toThrow('Mailbox full')
  refuses = false
  await gateway.send(letter)
  expect(delivered).toHaveLength(1)
})

test('a server that cannot be reached is a failure', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const port = portOf(closed.address())
  closed.close()
  await once(closed, 'close')
  const unreachable = smtpGateway(`smtp://127.0.0.1:${port}`, 'profil@dennik.example')
  await expect(unreachable.send(letter)).rejects.toThrow()
  unreachable.close()
})

test('R17.03 a server that trickles its reply for ever is a failure in time', async () => {
  const trickling = createServer(socket => {
    socket.write('220 mail.example\r\n')
    const line = setInterval(() => socket.write('250-SIZE\r\n'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(line))
  }).listen(0, '127.0.0.1')
  await once(trickling, 'listening')
  const slow = smtpGateway(`smtp://127.0.0.1:${portOf(trickling.address())}`, 'profil@dennik.example', 300)
  // A mail behind it has its own time.
  const sent = await Promise.allSettled([slow.send(letter), slow.send(letter)])
  slow.close()
  trickling.close()
  expect(sent).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(sent[0]).toMatchObject({ reason: { name: 'AbortError' } })
})

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): number {
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  return address.port
}
