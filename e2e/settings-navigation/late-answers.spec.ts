import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { field, openSettings, settings } from './settings-screen.ts'

test('R13.03 a name that is written on while it is being saved stays open as written', async ({ page }) => {
  await signInAs(page, await newReader(page, 'meno'))
  await openSettings(page)
  const { mainData } = settings(page)
  await mainData.getByText('Zmeniť meno').click()
  const name = field(mainData, 'Meno a priezvisko')
  const { asked, letGo } = await hold(page, /\/users\/\d+$/, 'PATCH')
  await name.fill('Ján')
  await page.keyboard.press('Enter')
  await asked()
  await page.keyboard.type(' Novák')
  await letGo()
  await expect(page.getByText('Meno je uložené.').first()).toBeVisible()
  await expect(name).toHaveValue('Ján Novák')
  await expect(name).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(name).toBeHidden()
})
