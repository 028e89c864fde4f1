import { type ComponentType, lazy } from 'react'
import { readFaq } from '#contract/faq/faq.ts'
import type { RouteName } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { addPagePart, type PagePart, preloadPagePart } from '#web/lib/catalogue.ts'
import { currentLocale } from '#web/lib/i18n.ts'
import { currentProfile } from '#web/lib/profile.ts'
import { storedLanguage } from '#web/lib/storage.ts'
import { prefetch } from '#web/lib/use-endpoint.ts'

type PageModule = { default: ComponentType }
type PageName = Exclude<RouteName, 'homepage'>

/** The program's own files could not be fetched: the connection failed, or a newer version is out (R8.04). */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be loaded', { cause })
  }
}

/** In one file, since they are made of the same parts; what two files share, every page would carry. */
const newsletterPages = () => import('#web/pages/newsletter-pages.ts')
const recurrencePages = () => import('#web/pages/recurrence-pages.tsx')

/** Each route's page, fetched when it is first shown. A page's file bears the name of its route. */
const loaders: Record<PageName, () => Promise<PageModule>> = {
  subscription: () => import('#web/pages/subscription-page.tsx'),
  newsletters: async () => ({ default: (await newsletterPages()).NewslettersPage }),
  stop_recurrence: async () => ({ default: (await recurrencePages()).StopRecurrencePage }),
  start_recurrence: async () => ({ default: (await recurrencePages()).StartRecurrencePage }),
  card_change: () => import('#web/pages/card-change-page.tsx'),
  settings: () => import('#web/pages/settings-page.tsx'),
  family_accesses: () => import('#web/pages/family-accesses-page.tsx'),
  company_subscription: () => import('#web/pages/company-subscription-page.tsx'),
  faq: () => import('#web/pages/faq-page.tsx'),
  subscription_code: () => import('#web/pages/subscription-code-page.tsx'),
  resend_account_activation: () => import('#web/pages/resend-account-activation-page.tsx'),
  newsletter_link: async () => ({ default: (await newsletterPages()).NewsletterLinkPage }),
  unsubscribe: async () => ({ default: (await newsletterPages()).UnsubscribePage }),
  notfound: () => import('#web/pages/not-found-page.tsx'),
}

/** Texts that not every page needs: those of its own, and what the refusals of its forms say. */
const ownTexts: Partial<Record<PageName, readonly PagePart[]>> = {
  stop_recurrence: ['recurrence', 'errors'],
  start_recurrence: ['recurrence', 'errors'],
  card_change: ['recurrence', 'errors'],
  newsletters: ['newsletters', 'errors'],
  family_accesses: ['companies', 'errors'],
  company_subscription: ['companies', 'addresses', 'errors'],
  subscription_code: ['coupons', 'errors'],
  resend_account_activation: ['activation', 'errors'],
  newsletter_link: ['newsletters', 'errors'],
  unsubscribe: ['newsletters', 'errors'],
  // A new password is chosen here as well as in the login.
  settings: ['settings', 'addresses', 'login', 'errors'],
}

/** Fetches a page ahead of its time. A failure is left for the moment when the page is shown. */
export function preloadPage(name: RouteName | undefined): void {
  if (!name || name === 'homepage') return
  loaders[name]().catch(() => {})
  for (const texts of ownTexts[name] ?? []) preloadPagePart(texts, storedLanguage())
}

/** Pages whose program and texts are there. */
const ready = new Map<PageName, ComponentType>()

async function load(name: PageName): Promise<PageModule> {
  const texts = ownTexts[name] ?? []
  try {
    const [module] = await Promise.all([loaders[name](), ...texts.map(addPagePart)])
    ready.set(name, module.default)
    return module
  } catch (error) {
    // Vite has dispatched `vite:preloadError` by now.
    throw new ChunkError(error)
  }
}

/** What a page shows first, asked for before it is drawn. */
const firstReads: Partial<Record<PageName, () => Promise<void>>> = {
  subscription: () => prefetch(listSubscriptions, { params: { userId: String(currentProfile().id) } }),
  faq: () => prefetch(readFaq, { query: { lang: currentLocale() } }),
}

/**
 * Makes a page ready to be drawn whole at once, instead of a frame first and its content later. A failure is left for
 * the moment when the page is shown.
 */
export async function preparePage(name: RouteName | undefined): Promise<void> {
  if (!name || name === 'homepage') return
  await Promise.all([load(name).catch(() => {}), firstReads[name]?.()])
}

/** The component of a page: one that waits for its program where that is not there yet. */
export const pageOf = (name: PageName): ComponentType => ready.get(name) ?? pages[name]

const page = (name: PageName) => lazy(() => load(name))

const pages: Record<PageName, ComponentType> = {
  subscription: page('subscription'),
  stop_recurrence: page('stop_recurrence'),
  start_recurrence: page('start_recurrence'),
  card_change: page('card_change'),
  newsletters: page('newsletters'),
  settings: page('settings'),
  family_accesses: page('family_accesses'),
  company_subscription: page('company_subscription'),
  faq: page('faq'),
  subscription_code: page('subscription_code'),
  resend_account_activation: page('resend_account_activation'),
  newsletter_link: page('newsletter_link'),
  unsubscribe: page('unsubscribe'),
  notfound: page('notfound'),
}
