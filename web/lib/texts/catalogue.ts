import loaders from 'virtual:catalogue/loaders'
import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'
import type { CataloguePart } from '../../build/catalogue-plugin.ts'
import { logFailure } from '../log.ts'
import { addMessages, currentLocale } from './i18n.ts'

/**
 * Fetches the messages of one language; the others are never fetched.
 *
 * @param extra what only the login needs; it is forms alone, so the texts of refusals come with it
 */
export async function loadCatalogue(locale: Locale, extra?: 'login'): Promise<Messages> {
  const load = loaders[locale]
  // Whoever switches the language on a page that has parts of its own needs those too.
  const own: CataloguePart[] = extra ? [extra, 'errors'] : []
  const parts = new Set<CataloguePart>(['account', ...own, ...added])
  const modules = await Promise.all([...parts].map(part => load[part]()))
  return Object.assign({}, ...modules.map(module => module.default))
}

/** Parts of the catalogue that only some page needs. */
export type PagePart = Exclude<CataloguePart, 'account'>

/** Those that the page in this tab has asked for. */
const added = new Set<PagePart>()

/** Fetches such a part ahead of its time. A failure is left for the moment when it is needed. */
export function preloadPagePart(part: PagePart, locale: Locale): void {
  loaders[locale][part]().catch(() => {})
}

/** Fetches what only some page says, in the language in use, and adds it to what is known. */
export async function addPagePart(part: PagePart): Promise<void> {
  const locale = currentLocale()
  added.add(part)
  const module = await loaders[locale][part]()
  addMessages(locale, module.default)
}

/**
 * Fetches what refusals say, beyond the general ones that every page has. Until it is there, or when it cannot be had,
 * a refusal has the general text.
 */
export const addErrorTexts = (): Promise<void> =>
  addPagePart('errors').catch((error: unknown) => logFailure('error texts', error))
