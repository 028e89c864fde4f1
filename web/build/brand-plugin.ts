import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import * as z from 'zod'
import { locales } from '#contract/wire.ts'
import { catalogueFiles, type OwnTexts, readCatalogueFile, serverOnly } from './catalogue-plugin.ts'

const colour = z.string().regex(/^#[\da-f]{6}$/i)
const Brand = z.object({ theme_color: z.optional(z.object({ light: colour, dark: colour })) })

/**
 * Vite plugin for a brand: its design tokens after ours, its icon, and the browser's theme colours.
 *
 * @param folder the brand's, as docs/branding.md describes it; without one the built-in brand is used
 * @param web folder of the pages
 */
export function brand(folder: string | undefined, web: string): Plugin {
  const own = (file: string) => {
    const path = folder === undefined ? undefined : join(folder, file)
    return path !== undefined && existsSync(path) ? path : undefined
  }
  return {
    name: 'brand',
    config: () => ({
      resolve: { alias: { '#brand.css': own('brand.css') ?? join(web, 'ui/brand.css') } },
    }),
    resolveId: source => (source.endsWith('app/icon.svg') ? own('icon.svg') : undefined),
    transformIndexHtml: {
      order: 'pre',
      handler: html =>
        withIcon(withThemeColours(html, own('brand.json')), own('icon.svg') ?? join(web, 'app/icon.svg')),
    },
  }
}

/** A small icon stands in the document: browsers would ask for it while the page is on its way. */
function withIcon(html: string, file: string): string {
  const icon = readFileSync(file, 'utf8')
  return icon.length > 1000
    ? html
    : html.replace('./app/icon.svg', () => `data:image/svg+xml,${encodeURIComponent(icon)}`)
}

function withThemeColours(html: string, file: string | undefined): string {
  const colours = file && Brand.parse(JSON.parse(readFileSync(file, 'utf8'))).theme_color
  if (!colours) return html
  return html.replaceAll(
    /(<meta name="theme-color" content=")[^"]+(" media="\(prefers-color-scheme: (light|dark)\)")/g,
    (_all, before: string, after: string, scheme: string) =>
      `${before}${scheme === 'dark' ? colours.dark : colours.light}${after}`,
  )
}

/**
 * A brand's texts: `texts/sk.json` and `texts/en.json` of its folder, flat, key → message.
 *
 * @param catalogue the folder with our own catalogues
 * @throws Error naming an unknown key
 */
export function readBrandTexts(folder: string | undefined, catalogue: string): OwnTexts {
  if (folder === undefined) return {}
  return Object.fromEntries(locales.map(locale => [locale, readTexts(folder, catalogue, locale)]))
}

function readTexts(folder: string, catalogue: string, locale: string): Record<string, string> {
  const file = join(folder, 'texts', `${locale}.json`)
  if (!existsSync(file)) return {}
  const texts = readCatalogueFile(file)
  const language = join(catalogue, locale)
  const known = new Set(
    [...catalogueFiles(language), ...serverOnly].flatMap(name =>
      Object.keys(readCatalogueFile(join(language, name))),
    ),
  )
  const unknown = Object.keys(texts).filter(key => !known.has(key))
  if (unknown.length > 0) throw new Error(`${file}: there is no text ${unknown.join(', ')}`)
  return texts
}
