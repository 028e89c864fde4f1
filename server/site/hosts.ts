import type { FastifyInstance } from 'fastify'
import { readRuntimeConfig } from '#contract/config/runtime-config.ts'
import { openFlagPaths } from '#contract/feature-flags/feature-flags.ts'
import { readLayoutBlocks } from '#contract/layout-blocks/layout-blocks.ts'
import { unsubscribe } from '#contract/newsletters/unsubscribe.ts'
import { shopPaths } from '#contract/orders/shop-paths.ts'
import { receiveWebhook } from '#contract/payments/webhooks.ts'
import { accountAreaPaths } from '#contract/routes.ts'
import { AppError } from '../platform/app-error.ts'
import type { Settings } from '../platform/settings.ts'
import { takesForm } from './links-without-scripts.ts'

const sites = ['account', 'login', 'content', 'features'] as const
export type Site = (typeof sites)[number]

/** Pages of the embedded central login; those with a token in their path send no referer. */
export const loginPaths = ['/login', '/login/registration', '/login/forgotten-password']
export const loginTokenPaths = [
  '/login/activate/:token',
  '/login/new-password/:token',
  '/login/change-email/:token',
  '/login/take-back-email/:token',
  '/login/sign-in/:token',
  '/login/invitation/:token',
  '/login/gift/:token',
]

/** Monitoring and gateways may use another host name. */
const everywhere = new Set(['/healthz', '/readyz', '/metrics', receiveWebhook.path])
const ofBothPages = [readRuntimeConfig.path, '/robots.txt', '/sitemap.xml']
const accountPages = new Set(accountAreaPaths)
const loginPages = new Set<string>([...loginPaths, ...loginTokenPaths, ...Object.values(shopPaths)])
const contentStarts = [readLayoutBlocks.path, '/layout/', '/newslettre/']
const flagPaths = new Set(openFlagPaths)

/**
 * Which sites answer under the name of a request: all four where they share one host, none where the name is not
 * configured, e.g. an address inside the network.
 */
export function sitesByHost({ origins }: Pick<Settings, 'origins'>): (host: string) => readonly Site[] {
  const hosts = Map.groupBy(sites, site => new URL(origins[site]).host)
  return host => hosts.get(host) ?? []
}

/**
 * Answers each path under the names of its own site only: the account area's pages are not on the content host, and
 * what the layout or the flags are asked for is not on the account area's. Elsewhere a call is answered 404;
 * a page of the account area or of the login that is opened on the other's host is redirected (`servePages`).
 */
export function keepToOwnHosts(app: FastifyInstance, settings: Pick<Settings, 'origins'>): void {
  const sitesAt = sitesByHost(settings)
  app.addHook('onRequest', async request => {
    const { url } = request.routeOptions
    const here = sitesAt(request.host)
    // CORS preflights pass: the call itself is checked.
    if (url === undefined || here.length === 0 || request.method === 'OPTIONS') return
    const own = sitesOf(url, request.method)
    if (own !== 'everywhere' && !own.some(site => here.includes(site))) throw new AppError('not_found')
  })
}

/** The sites at which a path answers. @param path as the route was registered, e.g. `/unsubscribe/:token` */
export function sitesOf(path: string, method: string): readonly Site[] | 'everywhere' {
  if (everywhere.has(path)) return 'everywhere'
  // Mail programs post to the unsubscribe URL (RFC 8058); its page calls the login, like all pages.
  if (path === unsubscribe.path) return ['account', 'login']
  if (ofBothPages.includes(path) || path.startsWith('/assets/')) return ['account', 'login']
  if (isRead(method) && (accountPages.has(path) || loginPages.has(path))) return ['account', 'login']
  if (takesForm(path)) return ['account', 'login']
  if (path === '/demo' || path.startsWith('/demo/')) return ['account']
  if (contentStarts.some(start => path.startsWith(start))) return ['content']
  if (flagPaths.has(path)) return ['features']
  return ['login']
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
