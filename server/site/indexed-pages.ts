import type { FastifyInstance } from 'fastify'
import { readFaq } from '#contract/faq/faq.ts'
import type { Product } from '#contract/orders/products.ts'
import { productAddress, shopPaths } from '#contract/orders/shop-paths.ts'
import { routes } from '#contract/routes.ts'
import { type Locale, locales } from '#contract/wire.ts'
import { asScript, escapeHtml } from '../platform/formats/escape-html.ts'
import type { Settings } from '../platform/settings.ts'
import { say } from '../platform/texts/messages.ts'

import { sitesByHost } from './hosts.ts'

/** What every document says, and one that may be indexed does not. */
const noIndex = '<meta name="robots" content="noindex" />'

/** The account area's pages that may be found; each is the same for all visitors. */
const publicPages: Readonly<Record<string, 'faq' | 'accessibility' | 'company_subscription'>> = {
  [routes.faq.path]: 'faq',
  [routes.accessibility.path]: 'accessibility',
  [routes.company_subscription.path]: 'company_subscription',
}

/** As many of the first questions, in characters, as leave the document within its first packets (R16.02). */
const describedLength = 4500

type Indexed = {
  /** Address in Slovak. */
  address: string
  locale: Locale
  description: string
  title?: string
  /** Structured data, by schema.org. */
  data?: object | undefined
}

/** Lets search engines index a document (R16.05). */
export function withIndexedHead(
  html: string,
  { address, locale, description, title, data }: Indexed,
): string {
  const head = [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    `<link rel="canonical" href="${escapeHtml(inLanguage(address, locale))}" />`,
    ...languagesOf(address, 'link'),
    ...(data
      ? [`<script type="application/ld+json">${asScript({ '@context': schema, ...data })}</script>`]
      : []),
  ]
  const named =
    title === undefined
      ? html
      : html.replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
  return named.replace(noIndex, () => head.join(''))
}

const schema = 'https://schema.org'
const inLanguage = (address: string, locale: Locale) =>
  locale === 'sk' ? address : `${address}?lang=${locale}`
/** Who reads neither language gets Slovak. */
const languagesOf = (address: string, tag: 'link' | 'xhtml:link'): string[] =>
  ([...locales, 'x-default'] as const).map(each => {
    const href = escapeHtml(inLanguage(address, each === 'x-default' ? 'sk' : each))
    return `<${tag} rel="alternate" hreflang="${each}" href="${href}" />`
  })

/** A product and what it costs, as search engines read it. */
export const productData = (product: Product, origin: string, description?: string): object => ({
  '@type': 'Product',
  name: product.name,
  ...(description !== undefined && { description }),
  offers: {
    '@type': 'Offer',
    url: origin + productAddress(product.code),
    price: (product.price.amount / 100).toFixed(2),
    priceCurrency: product.price.currency,
    availability: `${schema}/InStock`,
  },
})

const isSoldInShop = ({ audience }: Product) => audience !== 'company'

/** All that is sold, in the shop's order. */
export const catalogueData = (products: readonly Product[], origin: string): object => ({
  '@type': 'ItemList',
  itemListElement: products.filter(isSoldInShop).map((product, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: productData(product, origin),
  })),
})

/**
 * The head of a page of the account area that a visitor opens by its own address, for search engines.
 *
 * @returns undefined for any other page
 */
export async function publicPage(
  app: FastifyInstance,
  { origins }: Settings,
  path: string,
  locale: Locale,
): Promise<Indexed | undefined> {
  const key = publicPages[path]
  if (!key) return undefined
  const address = origins.account + path
  const title = `${say(locale, `main.${key}_title`)} - ${say(locale, 'site.name')}`
  const page = { address, locale, description: say(locale, `rendered.${key}`), title }
  if (path !== routes.faq.path) return page
  const url = `${readFaq.path}?lang=${locale}`
  const answer = await app.inject({ url, headers: { host: new URL(origins.login).host } })
  const { categories } = readFaq.success.body.parse(answer.json())
  const questions = categories
    .flatMap(({ items }) => items)
    .map(({ question, answer: text }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: text.replaceAll(/\[([^\]]+)\]\([^()\s]+\)/g, '$1') },
    }))
  let length = 0
  const mainEntity = questions.filter(each => (length += JSON.stringify(each).length) <= describedLength)
  return { ...page, data: { '@type': 'FAQPage', mainEntity } }
}

/**
 * `/robots.txt` and `/sitemap.xml` of each host. What is personal says by itself that it is not to be indexed, which a
 * robot has to be allowed to read.
 *
 * @param askProducts what is sold
 */
export function serveSitemap(
  app: FastifyInstance,
  settings: Settings,
  askProducts: () => Promise<readonly Product[]>,
): void {
  const { account, login } = settings.origins
  const sitesAt = sitesByHost(settings)
  const hidden = { schema: { hide: true } }
  app.get('/robots.txt', hidden, (request, reply) => {
    const origin = sitesAt(request.host).includes('account') ? account : login
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`)
  })
  app.get('/sitemap.xml', hidden, async (request, reply) => {
    const here = sitesAt(request.host)
    const isSoldHere = settings.storeUrl === login + shopPaths.catalogue
    const shop = async () => {
      const sold = (await askProducts()).filter(isSoldInShop)
      return [shopPaths.catalogue, ...sold.map(({ code }) => productAddress(code))].map(path => login + path)
    }
    const addresses = [
      ...(here.includes('account') ? Object.keys(publicPages).map(path => account + path) : []),
      ...(here.includes('login') && isSoldHere ? await shop() : []),
    ]
    const urls = addresses.map(
      address => `<url><loc>${escapeHtml(address)}</loc>${languagesOf(address, 'xhtml:link').join('')}</url>`,
    )
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>\n`,
      )
  })
}
