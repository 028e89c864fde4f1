import type { Page } from '@playwright/test'

/** What the page of questions shows. */
export const screen = (page: Page) => ({
  search: page.getByRole('searchbox'),
  found: page.getByText(/^(Našli sme|We found) /),
  questions: page.locator('main summary'),
  answer: (slug: string) => page.locator(`details#${slug}`),
})
