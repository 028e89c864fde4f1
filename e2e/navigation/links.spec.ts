import type { Page } from '@playwright/test'
import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { accountPages, shell } from './pages.ts'

/** Addresses of the account area that the page's text leads to. */
async function linksIn(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main a')
    .evaluateAll(links => links.map(link => Reflect.get(link, 'href')))
  return hrefs.filter(href => typeof href === 'string').filter(href => href.startsWith(`${siteOrigin()}/`))
}

test('R2.04 every link of every page and answer leads to a page with that place', async ({ page }) => {
  await signIn(page, 'premium-card')
  const found = new Set<string>()
  for (const { path } of accountPages) {
    await page.goto(path)
    await expect(shell(page).title).toBeVisible()
    await page.waitForLoadState('networkidle')
    for (const link of await linksIn(page)) found.add(link.slice(siteOrigin().length))
  }
  const documents = '/rest/'
  const places = [...found].filter(link => !link.startsWith(documents))
  expect(places).toEqual(
    expect.arrayContaining([
      '/predplatne#device-list',
      '/predplatne#documents',
      '/nastavenia?active_tab=discussion',
      '/e-maily#temy',
    ]),
  )
  for (const link of places) {
    const answer = await page.goto(link)
    expect(answer?.status() ?? 200, link).toBe(200)
    const { hash } = new URL(page.url())
    if (hash === '') await expect(shell(page).title, link).toBeVisible()
    else if (link.startsWith('/e-maily'))
      await expect(page.getByRole('tab', { selected: true })).toBeVisible()
    else await expect(page.locator(hash), link).toBeVisible()
  }
})
