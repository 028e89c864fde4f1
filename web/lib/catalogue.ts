import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'
import type { CataloguePart } from './catalogue-plugin.ts'
import { addMessages, currentLocale } from './i18n.ts'
import { logFailure } from './log.ts'

type Load = () => Promise<{ default: Messages }>

const loaders: Record<Locale, Record<CataloguePart, Load>> = {
  sk: {
    account: () => import('virtual:catalogue/sk/account'),
    login: () => import('virtual:catalogue/sk/login'),
    activation: () => import('virtual:catalogue/sk/activation'),
    coupons: () => import('virtual:catalogue/sk/coupons'),
    devices: () => import('virtual:catalogue/sk/devices'),
    errors: () => import('virtual:catalogue/sk/errors'),
    newsletters: () => import('virtual:catalogue/sk/newsletters'),
    recurrence: () => import('virtual:catalogue/sk/recurrence'),
    settings: () => import('virtual:catalogue/sk/settings'),
  },
  en: {
    account: () => import('virtual:catalogue/en/account'),
    login: () => import('virtual:catalogue/en/login'),
    activation: () => import('virtual:catalogue/en/activation'),
    coupons: () => import('virtual:catalogue/en/coupons'),
    devices: () => import('virtual:catalogue/en/devices'),
    errors: () => import('virtual:catalogue/en/errors'),
    newsletters: () => import('virtual:catalogue/en/newsletters'),
    recurrence: () => import('virtual:catalogue/en/recurrence'),
    settings: () => import('virtual:catalogue/en/settings'),
  },
}

/**
 * Fetches the messages of one language; the others are never fetched.
 *
 * @param extra what only the login needs; it is forms alone, so the texts of refusals come with it
 */
export async function loadCatalogue(locale: Locale, extra?: 'login'): Promise<Messages> {
  const load = loaders[locale]
  const parts = extra ? [load.account(), load[extra](), load.errors()] : [load.account()]
  return Object.assign({}, ...(await Promise.all(parts)).map(part => part.default))
}

/** Parts of the catalogue that only some page needs. */
export type PagePart = Exclude<CataloguePart, 'account'>

/** Fetches such a part ahead of its time. A failure is left for the moment when it is needed. */
export function preloadPagePart(part: PagePart, locale: Locale): void {
  loaders[locale][part]().catch(() => {})
}

/** Fetches what only some page says, in the language in use, and adds it to what is known. */
export async function addPagePart(part: PagePart): Promise<void> {
  const locale = currentLocale()
  const module = await loaders[locale][part]()
  addMessages(locale, module.default)
}

/**
 * Fetches what refusals say, beyond the general ones that every page has. Until it is there, or when it cannot be had,
 * a refusal has the general text.
 */
export const addErrorTexts = (): Promise<void> =>
  addPagePart('errors').catch((error: unknown) => logFailure('error texts', error))
