import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'

const main = (page: Page) => page.getByRole('main')

/** Presses the button of a change and holds its answer. */
async function changeSlowly(page: Page) {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne/zmenit')
  await main(page).getByRole('link', { name: 'Zvoliť Štandard', exact: true }).click()
  const change = await hold(page, '**/changes/*')
  await main(page)
    .getByRole('button', { name: /^Zmeniť od/ })
    .click()
  await change.asked()
  return change
}

test('R11.02 who goes back while a change is under way is told that it failed, and of which page', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  const change = await changeSlowly(page)
  await main(page).getByRole('link', { name: 'Späť' }).click()
  await expect(main(page).getByRole('link', { name: 'Zvoliť Štandard', exact: true })).toBeVisible()
  await change.letGo({ status: 500, body: '' })
  await expect(main(page).getByText(/^Zmena predplatného: Na našom serveri nastala chyba/)).toBeVisible()
  await axe()
})

test('R11.02 who stays is told once, at the button', async ({ page, expectRefusal }) => {
  expectRefusal(500)
  const change = await changeSlowly(page)
  await change.letGo({ status: 500, body: '' })
  await expect(main(page).getByRole('alert')).toContainText('Na našom serveri nastala chyba')
  await expect(main(page).getByText(/^Zmena predplatného:/)).toHaveCount(0)
})
