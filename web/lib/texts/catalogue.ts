import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'
import type { CataloguePart } from '../../build/catalogue-plugin.ts'
import { logFailure } from '../log.ts'
import { addMessages, currentLocale } from './i18n.ts'

type Load = () => Promise<{ default: Messages }>

const loaders: Record<Locale, Record<CataloguePart, Load>> = {
  sk: {
    account: () => import('virtual:catalogue/sk/account'),
    login: () => import('virtual:catalogue/sk/login'),
    accessibility: () => import('virtual:catalogue/sk/accessibility'),
    activation: () => import('virtual:catalogue/sk/activation'),
    addresses: () => import('virtual:catalogue/sk/addresses'),
    companies: () => import('virtual:catalogue/sk/companies'),
    coupons: () => import('virtual:catalogue/sk/coupons'),
    devices: () => import('virtual:catalogue/sk/devices'),
    errors: () => import('virtual:catalogue/sk/errors'),
    gifts: () => import('virtual:catalogue/sk/gifts'),
    forum: () => import('virtual:catalogue/sk/forum'),
    newsletters: () => import('virtual:catalogue/sk/newsletters'),
    protection: () => import('virtual:catalogue/sk/protection'),
    recurrence: () => import('virtual:catalogue/sk/recurrence'),
    settings: () => import('virtual:catalogue/sk/settings'),
    shop: () => import('virtual:catalogue/sk/shop'),
    surroundings: () => import('virtual:catalogue/sk/surroundings'),
  },
  en: {
    account: () => import('virtual:catalogue/en/account'),
    login: () => import('virtual:catalogue/en/login'),
    accessibility: () => import('virtual:catalogue/en/accessibility'),
    activation: () => import('virtual:catalogue/en/activation'),
    addresses: () => import('virtual:catalogue/en/addresses'),
    companies: () => import('virtual:catalogue/en/companies'),
    coupons: () => import('virtual:catalogue/en/coupons'),
    devices: () => import('virtual:catalogue/en/devices'),
    errors: () => import('virtual:catalogue/en/errors'),
    gifts: () => import('virtual:catalogue/en/gifts'),
    forum: () => import('virtual:catalogue/en/forum'),
    newsletters: () => import('virtual:catalogue/en/newsletters'),
    protection: () => import('virtual:catalogue/en/protection'),
    recurrence: () => import('virtual:catalogue/en/recurrence'),
    settings: () => import('virtual:catalogue/en/settings'),
    shop: () => import('virtual:catalogue/en/shop'),
    surroundings: () => import('virtual:catalogue/en/surroundings'),
  },
}

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
