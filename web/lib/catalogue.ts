import type { Messages } from '@lingui/core'
import type { Locale } from '#contract/wire.ts'

const loaders = {
  sk: () => import('virtual:catalogue/sk'),
  en: () => import('virtual:catalogue/en'),
} satisfies Record<Locale, () => Promise<{ default: Messages }>>

/** Fetches the messages of one language; the others are never fetched. */
export async function loadCatalogue(locale: Locale): Promise<Messages> {
  const module = await loaders[locale]()
  return module.default
}
