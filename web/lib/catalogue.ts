import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'
import type { CataloguePart } from './catalogue-plugin.ts'
import { addMessages, currentLocale } from './i18n.ts'

type Load = () => Promise<{ default: Messages }>

const loaders: Record<Locale, Record<CataloguePart, Load>> = {
  sk: {
    account: () => import('virtual:catalogue/sk/account'),
    login: () => import('virtual:catalogue/sk/login'),
    coupons: () => import('virtual:catalogue/sk/coupons'),
    devices: () => import('virtual:catalogue/sk/devices'),
    newsletters: () => import('virtual:catalogue/sk/newsletters'),
    recurrence: () => import('virtual:catalogue/sk/recurrence'),
    settings: () => import('virtual:catalogue/sk/settings'),
  },
  en: {
    account: () => import('virtual:catalogue/en/account'),
    login: () => import('virtual:catalogue/en/login'),
    coupons: () => import('virtual:catalogue/en/coupons'),
    devices: () => import('virtual:catalogue/en/devices'),
    newsletters: () => import('virtual:catalogue/en/newsletters'),
    recurrence: () => import('virtual:catalogue/en/recurrence'),
    settings: () => import('virtual:catalogue/en/settings'),
  },
}

/**
 * Fetches the messages of one language; the others are never fetched.
 *
 * @param extra what only one entry needs, beside the messages of all
 */
export async function loadCatalogue(locale: Locale, extra?: 'login'): Promise<Messages> {
  const load = loaders[locale]
  const [base, more] = await Promise.all([load.account(), extra ? load[extra]() : undefined])
  return { ...base.default, ...more?.default }
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
