import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readRuntimeConfig } from '#contract/config/runtime-config.ts'
import { listProducts, type Product } from '#contract/orders/products.ts'
import type { RenderedPage, Renderer } from '#contract/orders/rendered-page.ts'
import { productAddress, shopPaths } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import type { Locale } from '#contract/wire.ts'
import type { Clock } from '../platform/clock.ts'
import { asScript } from '../platform/formats/escape-html.ts'
import { compress } from '../platform/http/compress.ts'
import { pagePolicy } from '../platform/http/security-headers.ts'
import { randomToken } from '../platform/secrets.ts'
import type { Settings } from '../platform/settings.ts'
import { say } from '../platform/texts/messages.ts'
import { type FirstView, firstView } from './first-view.ts'
import { withForm } from './form-of-link.ts'
import { catalogueData, productData, serveSitemap, withIndexedHead } from './indexed-pages.ts'
import { keepShortly } from './keep-shortly.ts'
import { withSentence } from './sentence-without-scripts.ts'

/**
 * The login and the shop, rendered with no state of any reader (R16.04): by language, address, and whether somebody
 * seems to be signed in, whose part is left to the browser. What is kept holds nothing of a request, so answers, each
 * with a nonce of its own, may be compressed.
 *
 * @param built folder of the built pages
 * @returns sends the document of a request
 */
export async function openRenderedPages(
  app: FastifyInstance,
  { settings, clock }: { settings: Settings; clock: Clock },
  built: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const { account, login } = settings.origins
  const { render }: Renderer = await import(pathToFileURL(join(built, 'render/render.js')).href)
  const template = readFileSync(join(built, 'login.html'), 'utf8').replace(
    '</head>',
    () => `${readStyle(join(built, 'render/assets'))}</head>`,
  )
  const keepDocument = keepShortly<string>(clock)
  const keepProducts = keepShortly<Product[]>(clock)

  const ask = async (url: string, locale: Locale): Promise<unknown> =>
    (await app.inject({ url, headers: { host: new URL(login).host, 'accept-language': locale } })).json()
  const productsIn = (locale: Locale) =>
    keepProducts(
      locale,
      async () => listProducts.success.body.parse(await ask(listProducts.path, locale)).items,
    )

  const make = async (view: FirstView, search: string, products: readonly Product[]) => {
    const config = readRuntimeConfig.success.body.parse(await ask(readRuntimeConfig.path, view.locale))
    const page = render({ ...view, search, config, products })
    return withIndexed(
      fill(withSentence(template, view, settings), view, page, products),
      view,
      page,
      products,
    )
  }

  const withIndexed = (
    html: string,
    { locale, pathname }: FirstView,
    { description }: RenderedPage,
    products: readonly Product[],
  ) => {
    const product = products.find(({ code }) => pathname === productAddress(code))
    if (!product && pathname !== shopPaths.catalogue) return html
    return withIndexedHead(html, {
      address: login + pathname,
      locale,
      description: description ?? say(locale, 'rendered.shop'),
      data: product ? productData(product, login, description) : catalogueData(products, login),
    })
  }

  serveSitemap(app, settings, () => productsIn('sk'))
  return async (request, reply) => {
    const view = firstView(request, login)
    const { locale, pathname, search, hasReader } = view
    // Without the database the browser is sent the program alone, which tells it and tries again.
    const products = pathname.startsWith(shopPaths.catalogue)
      ? await productsIn(locale).catch(() => undefined)
      : []
    const sold = products?.find(({ code }) => pathname === productAddress(code))
    if (sold?.audience === 'company') {
      return reply.redirect(new URL(routes.company_subscription.path, account).href, 302)
    }
    let document = template
    if (search === undefined || !products) {
      const named = pathname === shopPaths.withdrawal ? withSentence(template, view, settings) : template
      document = await withForm(app, settings, request, named)
    } else {
      const made = () => make(view, search, products)
      // Where nothing is sold there are endlessly many addresses.
      const isEndless = request.routeOptions.url === shopPaths.product && !sold
      document = await (isEndless
        ? made()
        : keepDocument([locale, pathname, search, hasReader].join(' '), made))
    }
    const nonce = randomToken(128)
    pagePolicy(reply, settings, nonce)
    reply.type('text/html; charset=utf-8')
    return compress(request, reply, document.replaceAll('__CSP_NONCE__', nonce))
  }
}

function fill(
  template: string,
  { locale, search, hasReader }: FirstView,
  page: RenderedPage,
  products: readonly Product[],
): string {
  const root = `<div id="root" data-search="${search}"${hasReader ? ' data-reader' : ''}>${page.html}</div>`
  const data = `<script type="application/json" id="products" lang="${locale}">${asScript({ items: products })}</script>`
  return template
    .replace('<html lang="sk">', `<html lang="${locale}">`)
    .replace(/<title>.*?<\/title>/, all => (page.title === undefined ? all : `<title>${page.title}</title>`))
    .replace(/<div id="root">.*?<\/div>/, () => root + (products.length > 0 ? data : ''))
    .replace('</head>', `${paintedWhole}</head>`)
    .replace('<noscript>', `<noscript id="${afterRoot}">`)
}

/** Once the element after #root has come. Painted in parts, its first lines would move to make room for the rest. */
const afterRoot = 'after'
const paintedWhole = `<link rel="expect" href="#${afterRoot}" blocking="render" />`

/** The fonts that are fetched stand in a style of their own, which counts after the first paint: they are not to be in its way. */
function readStyle(folder: string): string {
  const files = readdirSync(folder).filter(file => file.endsWith('.css'))
  const style = files.map(file => readFileSync(join(folder, file), 'utf8')).join('')
  const fetched = /@font-face\{[^}]*url\([^}]*\}/g
  const [nonce, fonts] = ['nonce="__CSP_NONCE__"', style.match(fetched) ?? []]
  return `<style ${nonce}>${style.replaceAll(fetched, '')}</style><style ${nonce} media="not all">${fonts.join('')}</style>`
}
