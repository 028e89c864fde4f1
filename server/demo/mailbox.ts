import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import * as z from 'zod'
import type { Deps } from '#server/platform/deps.ts'
import { demoMails } from './tables.ts'

const kept = 200

/**
 * The demo's own mail server: takes mails by SMTP on loopback and stores them for the page /demo.
 *
 * @returns its address for the SMTP gateway
 */
export async function startDemoMailServer(deps: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 2_000_000,
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(each => each.address)
        keepMail(deps, recipients, Buffer.concat(parts)).then(
          () => done(),
          (error: unknown) => {
            deps.log.error({ err: error }, 'demo mail server')
            done(new Error('Try again later'))
          },
        )
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The demo mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

async function keepMail({ db, clock }: Pick<Deps, 'db' | 'clock'>, recipients: string[], raw: Buffer) {
  const mail = await PostalMime.parse(raw)
  const content = {
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: withPictures(mail),
    sentAt: clock.now(),
  }
  await db.insert(demoMails).values(recipients.map(to => ({ to: to.toLowerCase(), ...content })))
}

/** The HTML with its attached pictures inlined, as a mail program shows them. */
function withPictures({ html = '', attachments }: Email): string {
  return attachments.reduce((shown, { contentId, mimeType, content }) => {
    const id = contentId?.replace(/^<|>$/g, '')
    if (id === undefined || typeof content === 'string') return shown
    const data = `data:${mimeType};base64,${Buffer.from(new Uint8Array(content)).toString('base64')}`
    return shown.replaceAll(`cid:${id}`, data)
  }, html)
}

/** GET /demo/mailbox.json?to= : newest first. */
export function serveMailbox(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get('/demo/mailbox.json', async request => {
    const { to } = z.object({ to: z.string().optional() }).parse(request.query)
    const rows = await db
      .select()
      .from(demoMails)
      .where(to === undefined ? undefined : eq(demoMails.to, to.toLowerCase()))
      .orderBy(desc(demoMails.id))
      .limit(kept)
    return {
      items: rows.map(({ id, to, subject, text, html, sentAt }) => ({
        id: String(id),
        to,
        subject,
        text,
        html,
        sent_at: sentAt.toString(),
      })),
    }
  })
}
