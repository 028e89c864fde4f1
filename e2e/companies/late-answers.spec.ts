import { expect, newAddress, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { newAdministrator } from './new-company.ts'

test('R4.10 the dialog that ends an access stays open until that is done or refused', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500)
  await newAdministrator(page, 'company_premium_5')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await page.goto('/pre-firmy')
  await main.getByLabel('E-mail', { exact: true }).fill(newAddress('anna'))
  await page.keyboard.press('Enter')
  await main.getByRole('table').getByRole('button', { name: 'Deaktivovať' }).click()
  const { asked, letGo } = await hold(page, '**/deactivate')
  await dialog.getByRole('button', { name: 'Deaktivovať' }).click()
  await asked()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Nechať tak' }).dispatchEvent('click')
  await letGo({ status: 500, body: '' })
  await expect(dialog.getByRole('alert')).toBeVisible()
})
