import { type ComponentType, lazy } from 'react'
import { readFaq } from '#contract/faq/faq.ts'
import { readUser } from '#contract/identity/identity.ts'
import type { RouteName } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { prefetch } from '#web/lib/call/use-endpoint.ts'
import { currentProfile } from '#web/lib/reader/profile.ts'
import { storedLanguage } from '#web/lib/storage.ts'
import { addPagePart, type PagePart, preloadPagePart } from '#web/lib/texts/catalogue.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'

type PageModule = { default: ComponentType }
type PageName = Exclude<RouteName, 'homepage'>

/**
 * A chunk of the program could not be loaded: the connection failed, or a newer version is deployed (R8.04).
 */
export class ChunkError extends Error {
  override name = 'ChunkError'
  constructor(cause: unknown) {
    super('A part of the program could not be loaded', { cause })
  }
}

type NewsletterPage = keyof typeof import('#web/pages/newsletter-pages.ts')
type RecurrencePage = keyof typeof import('#web/pages/recurrence-pages.ts')

/** One chunk for several pages, since they share code, which would otherwise move to every page. */
const newsletterPage = (name: NewsletterPage) => async (): Promise<PageModule> => ({
  default: (await import('#web/pages/newsletter-pages.ts'))[name],
})
const recurrencePage = (name: RecurrencePage) => async (): Promise<PageModule> => ({
  default: (await import('#web/pages/recurrence-pages.ts'))[name],
})

/**
 * Each route's page: its lazily loaded chunk (named after the route), and its parts of the catalogue: own texts
 * and error texts of its forms.
 */
const pages: Record<PageName, readonly [program: () => Promise<PageModule>, ...texts: PagePart[]]> = {
  subscription: [() => import('#web/pages/subscription-page.tsx')],
  newsletters: [newsletterPage('NewslettersPage'), 'newsletters', 'errors'],
  stop_recurrence: [recurrencePage('StopRecurrencePage'), 'recurrence', 'errors'],
  start_recurrence: [recurrencePage('StartRecurrencePage'), 'recurrence', 'errors'],
  card_change: [() => import('#web/pages/card-change-page.tsx'), 'recurrence', 'errors'],
  withdrawal: [() => import('#web/pages/withdrawal-page.tsx'), 'withdrawal', 'errors'],
  // Shares the new-password texts with the login.
  settings: [() => import('#web/pages/settings-page.tsx'), 'settings', 'addresses', 'login', 'errors'],
  family_accesses: [() => import('#web/pages/family-accesses-page.tsx'), 'companies', 'errors'],
  company_subscription: [
    () => import('#web/pages/company-subscription-page.tsx'),
    'companies',
    'addresses',
    'errors',
  ],
  faq: [() => import('#web/pages/faq-page.tsx'), 'faq'],
  accessibility: [() => import('#web/pages/accessibility-page.tsx'), 'accessibility'],
  subscription_code: [() => import('#web/pages/subscription-code-page.tsx'), 'coupons', 'errors'],
  resend_account_activation: [
    () => import('#web/pages/resend-account-activation-page.tsx'),
    'activation',
    'errors',
  ],
  newsletter_link: [newsletterPage('NewsletterLinkPage'), 'newsletters', 'errors'],
  unsubscribe: [newsletterPage('UnsubscribePage'), 'newsletters', 'errors'],
  notfound: [() => import('#web/pages/not-found-page.tsx'), 'notFound'],
}

/** Preloads a page. A failure surfaces when the page is shown. */
export function preloadPage(name: RouteName | undefined): void {
  if (!name || name === 'homepage') return
  const [program, ...texts] = pages[name]
  program().catch(() => {})
  for (const part of texts) preloadPagePart(part, storedLanguage())
}

/** Loaded pages. */
const ready = new Map<PageName, ComponentType>()

async function load(name: PageName): Promise<PageModule> {
  const [program, ...texts] = pages[name]
  try {
    const [module] = await Promise.all([program(), ...texts.map(addPagePart)])
    ready.set(name, module.default)
    return module
  } catch (error) {
    // Vite has dispatched `vite:preloadError` by now.
    throw new ChunkError(error)
  }
}

/** Reads prefetched before a page is rendered. */
const firstReads: Partial<Record<PageName, () => Promise<void>>> = {
  subscription: () => prefetch(listSubscriptions, { params: { userId: String(currentProfile().id) } }),
  settings: () => prefetch(readUser, { params: { userId: String(currentProfile().id) } }),
  faq: () => prefetch(readFaq, { query: { lang: currentLocale() } }),
}

/**
 * Loads a page and its first reads, so that it renders whole at once. A failure surfaces when the page is
 * shown.
 */
export async function preparePage(name: RouteName | undefined): Promise<void> {
  if (!name || name === 'homepage') return
  await Promise.all([load(name).catch(() => {}), firstReads[name]?.()])
}

/** Lazy components of pages. */
const waiting = new Map<PageName, ComponentType>()

/** The component of a page; a lazy one where its chunk is not loaded yet. */
export function pageOf(name: PageName): ComponentType {
  const page = ready.get(name) ?? waiting.get(name) ?? lazy(() => load(name))
  if (!ready.has(name)) waiting.set(name, page)
  return page
}
