import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { smtpGateway } from '#server/gateways/mail/smtp.ts'
import { makeNewsletter } from '#server/testing/make/newsletter.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

/** A mail server that keeps one mail as it came over the wire. */
async function oneMail(send: (url: string) => Promise<void>): Promise<{ raw: string; mail: Email }> {
  const came = Promise.withResolvers<Buffer>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        came.resolve(Buffer.concat(parts))
        done()
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The mail server has no port')
  await send(`smtp://127.0.0.1:${address.port}`)
  const raw = await came.promise
  await new Promise<void>(resolve => server.close(() => resolve()))
  return { raw: raw.toString('latin1'), mail: await PostalMime.parse(raw) }
}

test('R1.06 a newsletter mail opens in a mail program with both parts, Slovak letters and working headers', async () => {
  const server = await createTestApp({ PUBLIC_URL: 'https://profil.dennik.example' })
  try {
    const email = 'citatel@post.example'
    const { code } = await makeNewsletter(server.deps, {
      titleSk: 'Šťastný štvrtok',
      titleEn: 'Lucky Thursday',
    })
    const browser = openBrowser(server.app)
    const origin = 'https://profil.dennik.example'
    await browser.post(`/rest/api/prv/v1/newsletters/${code}/signups`, { json: { email }, origin })
    const asked = await server.mailbox.waitFor(email)
    const token = /odkaz\/([\w-]+)/.exec(asked.text)?.[1] ?? ''
    await browser.post(`/rest/api/prv/v1/newsletters/links/${token}/confirmation`, { origin })
    const welcome = await server.mailbox.waitFor(email, mail => mail.headers !== undefined)

    const { raw, mail } = await oneMail(async url => {
      const gateway = smtpGateway(url, 'newslettre@dennik.example')
      await gateway.send(welcome)
      gateway.close()
    })
    expect(mail.to).toMatchObject([{ address: email }])
    expect(mail.from).toMatchObject({ address: 'newslettre@dennik.example' })
    expect(mail.subject).toBe('Odber newslettera je potvrdený')
    expect(mail.text).toContain('Šťastný štvrtok')
    expect(mail.html).toContain('Šťastný štvrtok')
    expect(mail.html).toContain('<html lang="sk">')
    expect(mail.text).toMatch(/Odhlásiť sa z.odberu:\nhttps:\/\/profil\.dennik\.example\/unsubscribe\//)
    expect(raw.match(/content-type: text\/(?:plain|html); charset=utf-8/gi)).toHaveLength(2)
    expect(raw).toMatch(/^content-type: multipart\/alternative/im)
    // RFC 8058 wants an https address, in one piece.
    const header = (name: string) => mail.headers.find(each => each.key === name)?.value
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const link = /^<(https:\/\/profil\.dennik\.example\/unsubscribe\/[\w.-]+)>$/.exec(
      header('list-unsubscribe') ?? '',
    )?.[1]
    const answer = await browser.post(new URL(link ?? '').pathname, {
      form: { 'List-Unsubscribe': 'One-Click' },
      origin: null,
    })
    expect(answer.statusCode).toBe(204)
    const managed = await browser.get(`/rest/api/prv/v1/newsletters/links/${token}`)
    expect(managed.json()).toMatchObject({ items: [{ code, state: 'off' }] })
  } finally {
    await server.close()
  }
})
