import type { Browser, Page } from '@playwright/test'
import { findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect } from '../fixtures.ts'

/** A browser without scripts on a narrow phone, in the same place. */
export async function plainPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  })
  return await context.newPage()
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const inEnglish = (link: string) => `${link}?lang=en`

/** Fails on what axe finds in either theme, on text that is cut, and on a page that scrolls sideways. */
export async function expectFlawless(plain: Page): Promise<void> {
  expect([...(await layoutFaults(plain)), ...(await findWithAxe(plain))]).toEqual([])
}
