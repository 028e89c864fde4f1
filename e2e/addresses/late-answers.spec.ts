import type { Page } from '@playwright/test'
import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { aWhile } from '../navigation/open-meanwhile.ts'
import { button, field, fillAddress, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('R1.12 a form opened while the list is read again keeps what is typed into it', async ({ page }) => {
  await signInAs(page, await newReader(page, 'pomaly'))
  await openSettings(page)
  const { addresses, dialog } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  await button(addresses, 'Uložiť adresu').click()
  await expect(addresses.getByText('Adresa je uložená.')).toBeVisible()

  const letGo = await holdList(page)
  await button(addresses, 'Odstrániť adresu Očová 3').click()
  await button(dialog, 'Odstrániť adresu').click()
  await expect(dialog).toBeHidden()
  await button(addresses, 'Pridať adresu').click()
  await field(addresses, 'Meno').fill('Viera')
  await letGo()
  await expect(addresses.getByText('Adresa je odstránená.')).toBeVisible()
  await expect(field(addresses, 'Meno')).toHaveValue('Viera')
  await expect(field(addresses, 'Meno')).toBeFocused()
})

/** Holds what the list answers. @returns lets it go, with time for the page */
async function holdList(page: Page): Promise<() => Promise<void>> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/users/*/addresses', async (route, request) => {
    if (request.method() === 'GET') await held
    await route.continue()
  })
  return async () => {
    const answered = page.waitForResponse('**/users/*/addresses')
    resolve()
    await answered
    await aWhile(page)
  }
}
