import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionCookies } from '#contract/identity/session-token.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { accountAreaPaths, legacyRedirects, routes } from '#contract/routes.ts'
import { AppError } from '../platform/app-error.ts'
import type { Clock } from '../platform/clock.ts'
import { addressAt } from '../platform/http/address-at.ts'
import { sendRefusal } from '../platform/http/errors.ts'
import { projectRoot } from '../platform/process/project-root.ts'
import type { Settings } from '../platform/settings.ts'
import { serveAssets } from './assets.ts'
import { openFirstCalls } from './first-calls.ts'
import { withForm } from './form-of-link.ts'
import { loginPaths, loginTokenPaths, sitesByHost } from './hosts.ts'
import { publicPage, withIndexedHead } from './indexed-pages.ts'
import { keepShortly } from './keep-shortly.ts'
import { takeForms } from './links-without-scripts.ts'
import { openRenderedPages } from './rendered-pages.ts'
import { sendDocument } from './send-document.ts'

const builtPages = join(projectRoot, 'dist/web')

/**
 * Serves the built account area and central login. Every address of the account area answers 200 and its page;
 * all else that asks for a page answers 404 with the account area's not-found screen (R2.13), which is on its own
 * host only.
 */
export async function servePages(
  app: FastifyInstance,
  deps: { settings: Settings; clock: Clock },
): Promise<void> {
  const { settings } = deps
  if (!existsSync(join(builtPages, 'login.html'))) {
    // Only the API is served, e.g. beside Vite's own server.
    app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new AppError('not_found')))
    return
  }
  await serveAssets(app, builtPages)
  const connections = neededConnections(settings)
  const firstCalls = openFirstCalls(builtPages, deps)
  const documentOf = keptDocuments(join(builtPages, 'account'))
  const sendRendered = await openRenderedPages(app, deps, builtPages)
  const keepPage = keepShortly<Awaited<ReturnType<typeof publicPage>>>(deps.clock)
  const hidden = { schema: { hide: true } }
  const canonicalHost = new URL(settings.origins.account).host
  const loginHost = new URL(settings.origins.login).host
  // CSP: neither chat nor marketing scripts run in the central login, where passwords are typed, or on URLs with a token.
  const outside = [settings.chat, settings.marketing].flatMap(script => script?.hosts ?? [])

  /** Of a visitor, and by the page's own address. Where the questions cannot be read, the document still comes. */
  const forSearchEngines = async (
    request: FastifyRequest,
    path: string,
    document: string,
  ): Promise<string> => {
    const query = new URL(addressAt(settings.origins.account, request.url)).searchParams
    const locale = query.get('lang') === 'en' ? 'en' : 'sk'
    query.delete('lang')
    if (query.size > 0 || request.cookies[sessionCookies.userId] !== undefined) return document
    const page = await keepPage(`${locale} ${path}`, () => publicPage(app, settings, path, locale)).catch(
      () => undefined,
    )
    return page ? withIndexedHead(document, page) : document
  }

  for (const path of accountAreaPaths) {
    const route = routeShownAt(path)
    const document = documentOf(route)
    app.get(path, hidden, async (request, reply) => {
      const isPrivate = path.endsWith('/:token')
      if (isPrivate) reply.header('referrer-policy', 'no-referrer')
      const elsewhere = atHost(request, reply, canonicalHost, settings.origins.account)
      if (elsewhere) return elsewhere
      const links = [...connections, ...firstCalls(request, route)]
      const others = { hasLayout: true, outside: isPrivate ? [] : outside, links }
      const html = isPrivate
        ? await withForm(app, settings, request, document())
        : await forSearchEngines(request, path, document())
      return sendDocument(request, reply, html, settings, others)
    })
  }
  for (const path of [...loginPaths, ...loginTokenPaths]) {
    app.get(path, hidden, async (request, reply) => {
      // A form needs the page's origin, of which `no-referrer` makes `Origin: null`.
      if (loginTokenPaths.includes(path)) reply.header('referrer-policy', 'strict-origin')
      return atHost(request, reply, loginHost, settings.origins.login) ?? sendRendered(request, reply)
    })
  }
  for (const path of Object.values(shopPaths)) {
    app.get(path, hidden, async (request, reply) => {
      // A publisher with a shop of its own sells there; existing orders are shown here all the same.
      const isSoldHere = settings.storeUrl === `${settings.origins.login}${shopPaths.catalogue}`
      if (path !== shopPaths.order && !isSoldHere) return reply.redirect(settings.storeUrl, 302)
      return atHost(request, reply, loginHost, settings.origins.login) ?? sendRendered(request, reply)
    })
  }
  takeForms(app, settings)
  const notFound = documentOf('notfound')
  const sitesAt = sitesByHost(settings)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    const here = sitesAt(request.host)
    const isOfPages = here.length === 0 || here.includes('account') || here.includes('login')
    if (!wantsPage || !isOfPages) return sendRefusal(request, reply, new AppError('not_found'))
    if (here.length > 0 && !here.includes('account')) {
      return reply.redirect(addressAt(settings.origins.account, request.url), 302)
    }
    return sendDocument(request, reply.status(404), notFound(), settings, { hasLayout: true, outside })
  })
}

/** Reads documents once, and keeps their bytes: as texts, with letters of two bytes each, they take three times as much. */
function keptDocuments(folder: string): (name: string) => () => string {
  const kept = new Map<string, Buffer>()
  return name => {
    const bytes = kept.get(name) ?? readFileSync(join(folder, `${name}.html`))
    kept.set(name, bytes)
    return () => bytes.toString()
  }
}

/** The route whose page an address of the account area leads to; a former address to its new one (R2.14–R2.24). */
function routeShownAt(path: string): string {
  const to = legacyRedirects.find(({ from }) => from === path)?.to ?? path
  const name = Object.entries(routes).find(([, route]) => route.path === to)?.[0]
  return name === undefined || name === 'homepage' ? 'subscription' : name
}

/** Preconnect: other hosts that a page of the account area calls at once. */
function neededConnections({ origins, featuresClientKey }: Settings): string[] {
  const { account, login, content, features } = origins
  const links = [
    ...[login, content].map(origin => ({ origin, mode: 'crossorigin=use-credentials' })),
    ...(featuresClientKey === null ? [] : [{ origin: features, mode: 'crossorigin' }]),
  ]
  return links
    .filter(({ origin }) => origin !== account)
    .map(({ origin, mode }) => `<${origin}>; rel=preconnect; ${mode}`)
}

/** Cookies belong to one host: a page opened under another host name is redirected to the configured one. */
function atHost(
  request: FastifyRequest,
  reply: FastifyReply,
  host: string,
  origin: string,
): FastifyReply | undefined {
  return request.host === host ? undefined : reply.redirect(addressAt(origin, request.url), 302)
}
