import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'
import type { CataloguePart } from './catalogue-plugin.ts'

type Load = () => Promise<{ default: Messages }>

const loaders: Record<Locale, Record<CataloguePart, Load>> = {
  sk: {
    account: () => import('virtual:catalogue/sk/account'),
    login: () => import('virtual:catalogue/sk/login'),
  },
  en: {
    account: () => import('virtual:catalogue/en/account'),
    login: () => import('virtual:catalogue/en/login'),
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
