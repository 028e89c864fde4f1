import { listQuestions } from '#contract/faq/faq.ts'
import { readUser } from '#contract/identity/identity.ts'
import type { RouteName } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import type { CataloguePart } from '../build/catalogue-plugin.ts'

export type Beginning = {
  /** File of its page in web/pages, a chunk of its own unless the program contains it. */
  page: string
  /** Parts of the catalogue that it is shown with, besides every page's: own texts, error texts of its forms. */
  texts: readonly Exclude<CataloguePart, 'account'>[]
  /** Addresses of its first reads, with `:language` and `:userId` to be filled in; of a reader only where there is one. */
  read: readonly string[]
  /** Parts of the catalogue that stand in its document, in Slovak and besides every page's: requests less before the paint. */
  textsInside?: readonly CataloguePart[]
}

/** The read that the notice on top follows from: the routes that name it have the notice. */
export const notice = listSubscriptions.path

/**
 * What each route needs before its first paint (R16.06): the build writes it into the route's document, the
 * head's script adds what only the browser knows, and the program waits for it. All that is not here comes after the page
 * has been painted (`web/lib/browser/first-paint.ts`).
 */
export const beginnings: Readonly<Record<Exclude<RouteName, 'homepage'>, Beginning>> = {
  subscription: {
    page: 'subscription-page.tsx',
    texts: ['subscriptions'],
    read: [notice],
    textsInside: ['subscriptions'],
  },
  newsletters: {
    page: 'newsletter-pages.ts',
    texts: ['subscriptions', 'newsletters', 'errors'],
    read: [notice],
  },
  stop_recurrence: {
    page: 'stop-recurrence-page.tsx',
    texts: ['subscriptions', 'recurrence', 'errors'],
    read: [notice],
  },
  start_recurrence: {
    page: 'recurrence-pages.ts',
    texts: ['subscriptions', 'recurrence', 'errors'],
    read: [notice],
  },
  pause_recurrence: {
    page: 'recurrence-pages.ts',
    texts: ['subscriptions', 'recurrence', 'errors'],
    read: [notice],
  },
  change_subscription: {
    page: 'recurrence-pages.ts',
    texts: ['subscriptions', 'recurrence', 'change', 'errors'],
    read: [notice],
  },
  confirm_payment: {
    page: 'recurrence-pages.ts',
    texts: ['subscriptions', 'recurrence', 'errors'],
    read: [notice],
  },
  card_change: {
    page: 'card-change-page.tsx',
    texts: ['subscriptions', 'recurrence', 'errors'],
    read: [notice],
  },
  withdrawal: {
    page: 'withdrawal-page.tsx',
    texts: ['subscriptions', 'withdrawal', 'errors'],
    read: [notice],
  },
  // Shares the new-password texts with the login.
  settings: {
    page: 'settings-page.tsx',
    texts: ['subscriptions', 'settings', 'addresses', 'login', 'errors'],
    read: [readUser.path, notice],
  },
  family_accesses: {
    page: 'family-accesses-page.tsx',
    texts: ['subscriptions', 'companies', 'errors'],
    read: [notice],
  },
  company_subscription: {
    page: 'company-subscription-page.tsx',
    texts: ['subscriptions', 'companies', 'addresses', 'errors'],
    read: [notice],
  },
  faq: {
    page: 'faq-page.tsx',
    texts: ['faq'],
    read: [`${listQuestions.path}?lang=:language`, notice],
    textsInside: ['faq'],
  },
  accessibility: {
    page: 'accessibility-page.tsx',
    texts: ['subscriptions', 'accessibility'],
    read: [notice],
  },
  subscription_code: {
    page: 'subscription-code-page.tsx',
    texts: ['subscriptions', 'coupons', 'errors'],
    read: [notice],
  },
  resend_account_activation: {
    page: 'resend-account-activation-page.tsx',
    texts: ['subscriptions', 'activation', 'errors'],
    read: [],
  },
  newsletter_link: {
    page: 'newsletter-pages.ts',
    texts: ['subscriptions', 'newsletters', 'errors'],
    read: [],
  },
  unsubscribe: { page: 'newsletter-pages.ts', texts: ['subscriptions', 'newsletters', 'errors'], read: [] },
  notfound: { page: 'not-found-page.tsx', texts: ['subscriptions', 'notFound'], read: [notice] },
}
