import { type ComponentType, lazy } from 'react'
import { listQuestions } from '#contract/faq/faq.ts'
import { readUser } from '#contract/identity/identity.ts'
import type { RouteName } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { storedLanguage } from '#web/lib/browser/storage.ts'
import { patienceMs, prefetch } from '#web/lib/call/use-endpoint.ts'
import { currentProfile } from '#web/lib/reader/profile.ts'
import { addPagePart, preloadPagePart } from '#web/lib/texts/catalogue.ts'
import { currentLocale } from '#web/lib/texts/i18n.ts'
import SubscriptionPage from '#web/pages/subscription-page.tsx'
import { beginnings, notice } from './beginnings.ts'
import { closingMode } from './closing-mode.ts'

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

/** Each route's page: the file that `beginnings` names. The most visited one comes with the program. */
const programs: Record<PageName, () => Promise<PageModule>> = {
  subscription: async () => ({ default: SubscriptionPage }),
  newsletters: newsletterPage('NewslettersPage'),
  stop_recurrence: () => import('#web/pages/stop-recurrence-page.tsx'),
  start_recurrence: recurrencePage('StartRecurrencePage'),
  pause_recurrence: recurrencePage('PauseRecurrencePage'),
  change_subscription: recurrencePage('ChangeSubscriptionPage'),
  confirm_payment: recurrencePage('ConfirmPaymentPage'),
  card_change: () => import('#web/pages/card-change-page.tsx'),
  withdrawal: () => import('#web/pages/withdrawal-page.tsx'),
  settings: () => import('#web/pages/settings-page.tsx'),
  family_accesses: () => import('#web/pages/family-accesses-page.tsx'),
  company_subscription: () => import('#web/pages/company-subscription-page.tsx'),
  faq: () => import('#web/pages/faq-page.tsx'),
  accessibility: () => import('#web/pages/accessibility-page.tsx'),
  subscription_code: () => import('#web/pages/subscription-code-page.tsx'),
  resend_account_activation: () => import('#web/pages/resend-account-activation-page.tsx'),
  newsletter_link: newsletterPage('NewsletterLinkPage'),
  unsubscribe: newsletterPage('UnsubscribePage'),
  notfound: () => import('#web/pages/not-found-page.tsx'),
}

/** Preloads a page. A failure surfaces when the page is shown. */
export function preloadPage(name: RouteName | undefined): void {
  if (!name || name === 'homepage') return
  programs[name]().catch(() => {})
  for (const part of beginnings[name].texts) preloadPagePart(part, storedLanguage())
}

/** Loaded pages. */
const ready = new Map<PageName, ComponentType>()

async function load(name: PageName): Promise<PageModule> {
  try {
    const [module] = await Promise.all([programs[name](), ...beginnings[name].texts.map(addPagePart)])
    ready.set(name, module.default)
    return module
  } catch (error) {
    // Vite has dispatched `vite:preloadError` by now.
    throw new ChunkError(error)
  }
}

/** The reads that `beginnings` names. */
const firstReads: Readonly<Record<string, () => Promise<unknown>>> = {
  [notice]: () => Promise.all([prefetch(listSubscriptions, ownParams()), addPagePart('subscriptions')]),
  [readUser.path]: () => prefetch(readUser, ownParams()),
  [`${listQuestions.path}?lang=:language`]: () =>
    prefetch(listQuestions, { query: { lang: currentLocale() } }),
}
const ownParams = () => ({ params: { userId: String(currentProfile().id) } })

const patience = () => new Promise(resolve => setTimeout(resolve, patienceMs))

/** Loads a page, and waits for its first reads no longer than `patienceMs`. */
async function loadWhole(name: PageName): Promise<PageModule> {
  const { loaded } = currentProfile()
  const reads = beginnings[name].read.filter(path => loaded || !path.includes(':userId'))
  const asked = Promise.allSettled(reads.map(async path => firstReads[path]?.()))
  const [page] = await Promise.all([load(name), Promise.race([asked, patience()])])
  return page
}

/**
 * Prepares a page and its first reads for no longer than `patienceMs`, so that it renders whole at once. A failure
 * surfaces when the page is shown.
 */
export async function preparePage(name: RouteName | undefined): Promise<void> {
  if (!name || name === 'homepage' || closingMode(name)) return
  await Promise.race([loadWhole(name).catch(() => {}), patience()])
}

/** Lazy components of pages. */
const waiting = new Map<PageName, ComponentType>()

/** The component of a page; a lazy one where its chunk is not loaded yet. */
export function pageOf(name: PageName): ComponentType {
  const page = ready.get(name) ?? waiting.get(name) ?? lazy(() => loadWhole(name))
  if (!ready.has(name)) waiting.set(name, page)
  return page
}
