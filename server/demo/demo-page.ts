import { desc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { listChanges } from '#server/modules/forum/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { demoPage } from './demo-page-html.ts'
import { demoPassword, demoReaders } from './readers.ts'
import { sendDemoPage } from './send-demo-page.ts'
import { demoMails, demoTexts } from './tables.ts'
import { openTransfers } from './transfers.ts'

const shownMails = 30
const shownTexts = 10

/** /demo: the readers with one-press sign-in, and what the demo's mail server and phones received. */
export function serveDemoPage(app: FastifyInstance, { db, settings }: Deps): void {
  const hidden = { schema: { hide: true } }
  app.get('/demo', hidden, async (_request, reply) => {
    const mails = await db.select().from(demoMails).orderBy(desc(demoMails.id)).limit(shownMails)
    const texts = await db.select().from(demoTexts).orderBy(desc(demoTexts.id)).limit(shownTexts)
    const transfers = await openTransfers(db)
    const wishes = await listChanges(db, { state: 'requested', limit: 100 })
    return sendDemoPage(reply, settings, nonce =>
      demoPage({
        readers: demoReaders(),
        password: demoPassword,
        mails,
        texts,
        transfers,
        wishes,
        nonce,
        login: settings.origins.login,
      }),
    )
  })

  app.get<{ Params: { id: string } }>('/demo/mails/:id', hidden, async (request, reply) => {
    const id = Number(request.params.id)
    const [mail] = Number.isSafeInteger(id)
      ? await db.select().from(demoMails).where(eq(demoMails.id, id))
      : []
    if (!mail) throw new AppError('not_found')
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation`,
    )
    return reply.type('text/html; charset=utf-8').send(mail.html)
  })
}
