import type { Page } from '@playwright/test'
import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { codeScreen, demoCode, showCode } from './code-screen.ts'

/** Asks what a code gives, and holds the answer. @returns lets it go, with time for the page */
async function askSlowly(page: Page): Promise<() => Promise<void>> {
  await signInAs(page, await newReader(page, 'pomaly-kod'))
  await page.goto('/predplatne-cez-kod')
  const { asked, letGo } = await hold(page, '**/coupon-previews')
  await showCode(page, await demoCode(page, 'giveaway'))
  await asked()
  return letGo
}

test('R1.13 what a former code gives is not shown for another one that was typed meanwhile', async ({
  page,
}) => {
  const letGo = await askSlowly(page)
  const screen = codeScreen(page)
  await screen.code.fill('ABCD-EFGH-2345-6789')
  await letGo()
  await expect(screen.code).toHaveValue('ABCD-EFGH-2345-6789')
  await expect(screen.button('Použiť kód')).toHaveCount(0)
  await expect(page).toHaveURL(/\/predplatne-cez-kod$/)
})

test('R1.13 a code that is looked at slowly does not follow its reader to another page', async ({ page }) => {
  const letGo = await askSlowly(page)
  await page.getByRole('link', { name: 'Predplatné' }).first().click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await letGo()
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R1.13 a code that is being used is not left for another one', async ({ page, expectRefusal }) => {
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'pomale-pouzitie'))
  await page.goto('/predplatne-cez-kod')
  await showCode(page, await demoCode(page, 'giveaway'))
  const screen = codeScreen(page)
  const { asked, letGo } = await hold(page, '**/coupon-activations')
  await screen.button('Použiť kód').click()
  await asked()
  await screen.button('Zadať iný kód').dispatchEvent('click')
  await letGo({ status: 500, body: '' })
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
})
