import { type ComponentType, lazy } from 'react'
import type { RouteName } from '#contract/routes.ts'

type PageModule = { default: ComponentType }
type PageName = Exclude<RouteName, 'homepage'>

/** The program's own files could not be fetched: the connection failed, or a newer version is out (R8.04). */
export class ChunkError extends Error {
  constructor(cause: unknown) {
    super('A part of the program could not be loaded', { cause })
  }
}

/** Each route's page, fetched when it is first shown. A page's file bears the name of its route. */
const loaders: Record<PageName, () => Promise<PageModule>> = {
  subscription: () => import('#web/pages/subscription-page.tsx'),
  newsletters: () => import('#web/pages/newsletters-page.tsx'),
  settings: () => import('#web/pages/settings-page.tsx'),
  company_subscription: () => import('#web/pages/company-subscription-page.tsx'),
  faq: () => import('#web/pages/faq-page.tsx'),
  subscription_code: () => import('#web/pages/subscription-code-page.tsx'),
  resend_account_activation: () => import('#web/pages/resend-account-activation-page.tsx'),
  notfound: () => import('#web/pages/not-found-page.tsx'),
}

/** Fetches a page ahead of its time. A failure is left for the moment when the page is shown. */
export function preloadPage(name: RouteName | undefined): void {
  if (name && name !== 'homepage') loaders[name]().catch(() => {})
}

const page = (name: PageName) =>
  lazy(() =>
    // Vite has dispatched `vite:preloadError` by now.
    loaders[name]().catch((error: unknown) => {
      throw new ChunkError(error)
    }),
  )

export const pages: Record<PageName, ComponentType> = {
  subscription: page('subscription'),
  newsletters: page('newsletters'),
  settings: page('settings'),
  company_subscription: page('company_subscription'),
  faq: page('faq'),
  subscription_code: page('subscription_code'),
  resend_account_activation: page('resend_account_activation'),
  notfound: page('notfound'),
}
