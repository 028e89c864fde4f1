import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { accountPages, premiumReader } from '../navigation/pages.ts'

const languages = ['sk', 'en'] as const
const notFound = '/neznama'
const readersPages = [
  ...accountPages.map(({ path }) => path),
  '/e-maily#temy',
  '/e-maily#diskusie',
  '/nastavenia?active_tab=discussion',
  notFound,
]
const visitorsPages = accountPages.filter(({ login }) => !login).map(({ path }) => path)

for (const language of languages) {
  for (const path of readersPages) {
    test(`a reader finds nothing in the way on ${path}: ${language}`, async ({
      page,
      axe,
      expectRefusal,
    }) => {
      if (path === notFound) expectRefusal(404)
      await signIn(page, premiumReader[language])
      await checkPage(page, path, axe)
    })
  }

  for (const path of visitorsPages) {
    test(`a visitor finds nothing in the way on ${path}: ${language}`, async ({ page, axe }) => {
      await page.addInitScript(value => localStorage.setItem('profil_language', value), language)
      await checkPage(page, path, axe)
    })
  }
}

/** Checks a page on a phone and on a desk, light and dark, and that the narrowest phone need not scroll sideways. */
async function checkPage(page: Page, path: string, axe: () => Promise<void>): Promise<void> {
  test.slow()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: /^(O Denníku|About Denník)$/ })).toBeVisible()
  await expect(page.getByText(/^(Načítavame|Loading)…$/)).toHaveCount(0)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await axe()
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `${path} at 320 px`).toBeLessThanOrEqual(0)
}
