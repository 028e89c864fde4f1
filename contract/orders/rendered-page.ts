import type { RuntimeConfig } from '../config/runtime-config.ts'
import type { Locale } from '../wire.ts'
import type { Product } from './products.ts'

/** What a page of the login or the shop is rendered from: nothing of any reader. */
export type PageToRender = {
  locale: Locale
  /** Path, and of the query only what decides what is shown first. */
  pathname: string
  search: string
  config: RuntimeConfig
  products: readonly Product[]
  /** Whether somebody seems to be signed in, whose part of the page is left for the browser. */
  hasReader: boolean
}

export type RenderedPage = {
  /** Of the document, as HTML; undefined when the page depends on the reader. */
  title: string | undefined
  /** What search engines show of a product, as text. */
  description: string | undefined
  /** HTML of its root. */
  html: string
}

/** What the build of the renderer exports. */
export type Renderer = { render: (page: PageToRender) => RenderedPage }
