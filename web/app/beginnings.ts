import { readFaq } from '#contract/faq/faq.ts'
import { readUser } from '#contract/identity/identity.ts'
import type { RouteName } from '#contract/routes.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import type { CataloguePart } from '../build/catalogue-plugin.ts'

export type Beginning = {
  /** File of its page in web/pages, a chunk of its own unless the program contains it. */
  page: string
  /** Parts of the catalogue that it is shown with, besides every page's: own texts, error texts of its forms. */
  texts: readonly Exclude<CataloguePart, 'account'>[]
  /** Address of its first read, with `:userId` and `:language` to be filled in. */
  read?: string
  /** Parts of the catalogue that stand in its document, in Slovak and besides every page's: requests less before the paint. */
  textsInside?: readonly CataloguePart[]
}

/**
 * What each route needs before its first paint (R16.06): the build writes it into the route's document, the
 * head's script adds what only the browser knows, and the program waits for it. All that is not here comes after the page
 * has been painted (`web/lib/first-paint.ts`).
 */
export const beginnings: Readonly<Record<Exclude<RouteName, 'homepage'>, Beginning>> = {
  subscription: {
    page: 'subscription-page.tsx',
    texts: ['subscriptions'],
    read: listSubscriptions.path,
    textsInside: ['subscriptions'],
  },
  newsletters: { page: 'newsletter-pages.ts', texts: ['subscriptions', 'newsletters', 'errors'] },
  stop_recurrence: { page: 'recurrence-pages.ts', texts: ['subscriptions', 'recurrence', 'errors'] },
  start_recurrence: { page: 'recurrence-pages.ts', texts: ['subscriptions', 'recurrence', 'errors'] },
  pause_recurrence: { page: 'recurrence-pages.ts', texts: ['subscriptions', 'recurrence', 'errors'] },
  change_subscription: {
    page: 'recurrence-pages.ts',
    texts: ['subscriptions', 'recurrence', 'change', 'errors'],
  },
  confirm_payment: { page: 'recurrence-pages.ts', texts: ['subscriptions', 'recurrence', 'errors'] },
  card_change: { page: 'card-change-page.tsx', texts: ['subscriptions', 'recurrence', 'errors'] },
  withdrawal: { page: 'withdrawal-page.tsx', texts: ['subscriptions', 'withdrawal', 'errors'] },
  // Shares the new-password texts with the login.
  settings: {
    page: 'settings-page.tsx',
    texts: ['subscriptions', 'settings', 'addresses', 'login', 'errors'],
    read: readUser.path,
  },
  family_accesses: { page: 'family-accesses-page.tsx', texts: ['subscriptions', 'companies', 'errors'] },
  company_subscription: {
    page: 'company-subscription-page.tsx',
    texts: ['subscriptions', 'companies', 'addresses', 'errors'],
  },
  faq: { page: 'faq-page.tsx', texts: ['faq'], read: `${readFaq.path}?lang=:language`, textsInside: ['faq'] },
  accessibility: { page: 'accessibility-page.tsx', texts: ['subscriptions', 'accessibility'] },
  subscription_code: { page: 'subscription-code-page.tsx', texts: ['subscriptions', 'coupons', 'errors'] },
  resend_account_activation: {
    page: 'resend-account-activation-page.tsx',
    texts: ['subscriptions', 'activation', 'errors'],
  },
  newsletter_link: { page: 'newsletter-pages.ts', texts: ['subscriptions', 'newsletters', 'errors'] },
  unsubscribe: { page: 'newsletter-pages.ts', texts: ['subscriptions', 'newsletters', 'errors'] },
  notfound: { page: 'not-found-page.tsx', texts: ['subscriptions', 'notFound'] },
}

/** How long the frame waits to be rendered together with its page and the first read, in milliseconds. */
export const patienceMs = 200
