import loaders from 'virtual:catalogue/loaders'
import type { Locale } from '#contract/wire.ts'
import type { Messages } from '#locales/format-message.ts'
import type { CataloguePart } from '../../build/catalogue-plugin.ts'
import { logFailure } from '../log.ts'
import { addMessages, currentLocale } from './i18n.ts'

/**
 * Loads the messages of one language only.
 *
 * @param extra the login's part; it consists of forms, so error texts are loaded too
 */
export async function loadCatalogue(locale: Locale, extra?: 'login'): Promise<Messages> {
  // A switch of language reloads the current page's parts too.
  const own: CataloguePart[] = extra ? [extra, 'errors'] : []
  const parts = new Set<CataloguePart>(['account', ...own, ...added])
  const modules = await Promise.all([...parts].map(part => load(locale, part)))
  return Object.assign({}, ...modules.map(module => module.default))
}

/** Messages of one part: the document holds some in one language, all others are files. */
function load(locale: Locale, part: CataloguePart): Promise<{ default: Messages }> {
  const given = typeof document === 'undefined' ? null : document.getElementById('texts')
  const inside: Partial<Record<CataloguePart, Messages>> =
    given?.lang === locale ? JSON.parse(given.textContent) : {}
  const messages = inside[part]
  return messages ? Promise.resolve({ default: messages }) : loaders[locale][part]()
}

/** Parts of the catalogue that only some pages need. */
export type PagePart = Exclude<CataloguePart, 'account'>

/** Parts loaded in this tab. */
const added = new Set<PagePart>()

/** Preloads a part. A failure surfaces when it is needed. */
export function preloadPagePart(part: PagePart, locale: Locale): void {
  load(locale, part).catch(() => {})
}

/** Loads a part of the catalogue in the current language. */
export async function addPagePart(part: PagePart): Promise<void> {
  const locale = currentLocale()
  added.add(part)
  const module = await load(locale, part)
  addMessages(locale, module.default)
}

/** Loads error texts beyond the general ones. Until then, or if that fails, errors have the general text. */
export const addErrorTexts = (): Promise<void> =>
  addPagePart('errors').catch((error: unknown) => logFailure('error texts', error))
