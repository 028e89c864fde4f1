import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Locale } from '#contract/wire.ts'
import { operatorTokens } from '#server/ops/tables.ts'
import { tokenPrefix } from '#server/ops/tokens.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import { reachedAt } from '#server/platform/process/listen.ts'
import { hashToken, keyedHash } from '#server/platform/secrets.ts'
import { ebookPage } from './ebooks-page-html.ts'
import { sendDemoPage } from './send-demo-page.ts'

/** Eleven books in three forms: more files than thirty days allow. */
const books: [id: string, author: string, title: string][] = [
  ['tapakovci', 'Božena Slančíková-Timrava', 'Ťapákovci'],
  ['rysava-jalovica', 'Martin Kukučín', 'Rysavá jalovica'],
  ['dom-v-strani', 'Martin Kukučín', 'Dom v stráni'],
  ['maco-mliec', 'Jozef Gregor Tajovský', 'Maco Mlieč'],
  ['mor-ho', 'Samo Chalupka', 'Mor ho!'],
  ['marina', 'Andrej Sládkovič', 'Marína'],
  ['smrt-janosikova', 'Ján Botto', 'Smrť Jánošíkova'],
  ['povesti', 'Pavol Dobšinský', 'Prostonárodné slovenské povesti'],
  ['sucha-ratolest', 'Svetozár Hurban Vajanský', 'Suchá ratolesť'],
  ['restavracia', 'Ján Kalinčiak', 'Reštavrácia'],
  ['hajnikova-zena', 'Pavol Országh Hviezdoslav', 'Hájnikova žena'],
]
const forms = ['epub', 'mobi', 'pdf']
const shelf = books.map(([id, author, title]) => ({
  author,
  title,
  files: forms.map(form => ({ name: `${id}.${form}`, form: form.toUpperCase() })),
}))
const names = new Set(shelf.flatMap(({ files }) => files.map(each => each.name)))

const Download = z.strictObject({ download_id: z.string().min(1).max(100) })

/**
 * /demo/ebooks: the publisher's e-book site, as far as downloads go. POST /demo/ebooks/FILE `{"download_id": "…"}` of a
 * signed-in reader reports the download to the product over HTTP, as an external site does
 * (docs/access.md), and passes the answer on.
 */
export function serveEbooks(app: FastifyInstance, deps: Deps): void {
  const { settings } = deps
  app.get<{ Querystring: { lang?: string } }>(
    '/demo/ebooks',
    { schema: { hide: true } },
    async (request, reply) => {
      const locale: Locale = request.query.lang === 'en' ? 'en' : 'sk'
      const signIn = new URL('/login', settings.origins.login)
      signIn.searchParams.set('url', `${settings.origins.account}/demo/ebooks?lang=${locale}`)
      const isSignedIn = (await readerOf(app, request)) !== undefined
      return sendDemoPage(reply, settings, nonce =>
        ebookPage({ locale, nonce, shelf, signIn: isSignedIn ? undefined : signIn.href }),
      )
    },
  )

  app.post<{ Params: { file: string } }>(
    '/demo/ebooks/:file',
    { schema: { body: Download, tags: ['Demo'] } },
    async (request, reply) => {
      const userId = await readerOf(app, request)
      if (userId === undefined) throw new AppError('not_logged_in')
      const { file } = request.params
      if (!names.has(file)) throw new AppError('not_found')
      // The route's schema has validated the body.
      const { download_id: downloadId } = request.body as z.output<typeof Download>
      const answer = await fetch(`${ownAddress(app)}/ops/v1/readers/${userId}/ebook-downloads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${await shelfToken(deps)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ file, download_id: downloadId }),
      })
      return reply
        .status(answer.status)
        .type('application/json; charset=utf-8')
        .send(await answer.text())
    },
  )
}

const readerOf = (app: FastifyInstance, request: FastifyRequest): Promise<number | undefined> =>
  app.authenticate(request).then(
    actor => actor.userId,
    () => undefined,
  )

function ownAddress({ server }: FastifyInstance): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server of the demo has no port')
  return reachedAt({ host: address.address, port: address.port })
}

/** The shelf's own operator token, renewed on each use, whatever the demo's clock says. */
async function shelfToken({ db, clock, settings }: Deps): Promise<string> {
  const token = `${tokenPrefix}${keyedHash(settings.appSecret, 'demo', 'e-book shelf')}`
  const now = clock.now()
  const life = { hash: hashToken(token), expiresAt: now.add({ hours: 24 }), revokedAt: null }
  await db
    .insert(operatorTokens)
    .values({
      name: 'demo-ebook-shelf',
      scopes: ['ebooks:write'],
      createdAt: now,
      createdBy: 'demo',
      ...life,
    })
    .onConflictDoUpdate({ target: operatorTokens.name, set: life })
  return token
}
