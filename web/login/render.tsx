import './style.ts'
import loaders from 'virtual:catalogue/loaders'
import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { listProducts, type Product } from '#contract/orders/products.ts'
import type { Renderer } from '#contract/orders/rendered-page.ts'
import { productAddress } from '#contract/orders/shop-paths.ts'
import { locales } from '#contract/wire.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { renderFor } from '#web/lib/navigation/navigation.ts'
import { lengthText, unlockedTexts } from '#web/lib/reader/product-words.ts'
import { takeRuntimeConfig } from '#web/lib/runtime-config.ts'
import { formatMoney } from '#web/lib/texts/format.ts'
import { activate } from '#web/lib/texts/i18n.ts'
import { LoginApp } from './login-app.tsx'
import ShopPages from './shop-pages.tsx'

const parts = ['account', 'login', 'errors', 'shop', 'addresses', 'withdrawal'] as const
const catalogues = new Map(
  await Promise.all(
    locales.map(async locale => {
      const modules = await Promise.all(parts.map(part => loaders[locale][part]()))
      return [locale, Object.assign({}, ...modules.map(module => module.default))] as const
    }),
  ),
)

/**
 * Renders a page of the login or the shop on the server. Language, address and configuration stand in modules, as in the
 * browser: all is set and used in one turn, with nothing awaited between, so no other page can come in.
 */
export const render: Renderer['render'] = ({ locale, pathname, search, config, products, hasReader }) => {
  const client = new QueryClient()
  client.setQueryData(readOptions(listProducts, {}).queryKey, { items: [...products] })
  takeRuntimeConfig(config)
  renderFor(pathname, search)
  activate(locale, catalogues.get(locale))
  const Shop = () => <ShopPages client={client} />
  const reader = hasReader ? new Promise<undefined>(() => {}) : undefined
  const page = renderToString(<LoginApp reader={reader} Shop={Shop} />)
  // React puts the title first, to be moved into the head.
  const [, title, html = page] = /^<title>(.*?)<\/title>(.*)$/s.exec(page) ?? []
  client.clear()
  const product = products.find(({ code }) => pathname === productAddress(code))
  return { title, html, description: product && describe(product) }
}

const describe = (product: Product): string =>
  `${product.name}: ${formatMoney(product.price)} ${lengthText(product.length)}. ${unlockedTexts(product).join(', ')}.`
