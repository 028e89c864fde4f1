import type { Page } from '@playwright/test'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'

/** /predplatne as its reader finds things: by their headings, names and roles. */
export function subscriptionScreen(page: Page) {
  const section = (name: string | RegExp) => page.getByRole('region', { name })
  return {
    title: page.getByRole('heading', { level: 1 }),
    /** The sentences in large letters: one for each running subscription. */
    answers: page.locator('main h2').filter({ hasText: /\.$/ }),
    section,
    documents: section(/^(Doklady|Documents)$/),
    devices: section(/^(Zariadenia|Devices)$/),
    unlocked: section(/^(Čo máte odomknuté|What you have unlocked)$/),
    /** What can be unfolded, by the words on it. */
    fold: (name: string | RegExp) => page.locator('summary').filter({ hasText: name }),
    fact: (name: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.locator(`dt:text-is("${name}")`) })
        .locator('dd'),
  }
}

/** Has these as the reader's subscriptions. @param items asked at each read */
export const haveSubscriptions = (page: Page, items: () => Subscription[]): Promise<unknown> =>
  page.route('**/subscriptions', route =>
    route.fulfill({ json: { items: items(), awaited_transfer: null, concerns: [] } }),
  )

/** Nothing is wider than the screen. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('dialog')].some(
      each => each.scrollWidth > each.clientWidth,
    ),
  )

/** Spaces in patterns are any space: dates and prices don't break across lines. */
export const words = (pattern: string) => new RegExp(pattern.replaceAll(' ', '\\s'))
export const day = '\\d+\\. \\p{L}+ \\d{4}'
export const said = (pattern: string) =>
  new RegExp(pattern.replaceAll('DAY', day).replaceAll(' ', '\\s'), 'u')
