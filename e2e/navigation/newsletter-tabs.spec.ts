import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, siteOrigin, test } from '../fixtures.ts'

/** Each tab's name of R2.30 and its hash of R2.07, in their order. */
const tabs: readonly [name: string, hash: string][] = [
  ['sme', '#sme'],
  ['my', '#my'],
  ['corsair', '#korzar'],
  ['closer', '#closer'],
  ['sportnet', '#sportnet'],
  ['spectator', '#spectator'],
  ['topic', '#temy'],
  ['author', '#autori'],
  ['forum', '#diskusie'],
  ['blog', '#blogy'],
]

const tab = (page: Page, name: string) => page.locator(`[role="tab"][data-tab="${name}"]`)

async function expectOpen(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('tab', { selected: true })).toHaveAttribute('data-tab', name)
  const label = (await tab(page, name).textContent()) ?? ''
  await expect(page.getByRole('tabpanel', { name: label, exact: true })).toBeVisible()
}

test('R2.25 a query behind the tab is put before it', async ({ page }) => {
  // One for each kind of tab; unit tests cover all of them.
  for (const [name, hash] of tabs.filter((_, place) => place % 3 === 0)) {
    await page.goto(`/e-maily${hash}?utm_source=${name}&x=%20`)
    await expect(page).toHaveURL(`${siteOrigin()}/e-maily?utm_source=${name}&x=%20${hash}`)
    await expectOpen(page, name)
  }
  await page.goto('/e-maily?a=1#sme?b=2')
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?a=1&b=2#sme`)
})

test('R2.25 on the open page as well, by a link or by hand', async ({ page }) => {
  await page.goto('/faq')
  await page.evaluate(address => {
    const link = document.createElement('a')
    link.href = address
    document.body.append(link)
    link.click()
  }, '/e-maily#temy?utm_source=x')
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?utm_source=x#temy`)
  await expectOpen(page, 'topic')
  for (const [name, hash] of tabs) {
    await page.evaluate(address => {
      location.hash = address
    }, `${hash}?z=${name}`)
    await expectOpen(page, name)
    await expect(page).toHaveURL(new RegExp(`[?&]z=${name}${hash}$`))
  }
})

test('R2.25 any other hash with a question mark is left as it is', async ({ page }) => {
  await page.goto('/e-maily#nic?x=1')
  await expectOpen(page, 'sme')
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily#nic?x=1`)
})

test('R2.32 the address follows the open tab; back, forward and a reload keep to it', async ({ page }) => {
  await page.goto('/e-maily?utm_source=x')
  await tab(page, 'topic').click()
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?utm_source=x#temy`)
  await tab(page, 'blog').click()
  await expect(page).toHaveURL(/#blogy$/)
  await page.goBack()
  await expect(page).toHaveURL(/#temy$/)
  await expectOpen(page, 'topic')
  await page.goBack()
  await expect(page).toHaveURL(/\/e-maily\?utm_source=x$/)
  await expectOpen(page, 'sme')
  await page.goForward()
  await page.goForward()
  await expectOpen(page, 'blog')
  await page.reload()
  await expectOpen(page, 'blog')
})

test('R2.32 by keyboard too: arrows move, Enter opens', async ({ page }) => {
  const keys = byKeyboard(page)
  await page.goto('/e-maily')
  await keys.tabTo(tab(page, 'my'))
  await expect(page).toHaveURL(/\/e-maily$/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#my$/)
  await page.keyboard.press('End')
  await expect(tab(page, 'blog')).toBeFocused()
  await keys.tabTo(tab(page, 'closer'))
})
