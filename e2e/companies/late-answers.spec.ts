import { expect, newAddress, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { administratorBeside } from './administrator.ts'
import { newAdministrator } from './new-company.ts'

test('R4.10 an e-mail typed while the access before it is given stays in its field', async ({ page }) => {
  await newAdministrator(page, 'company_premium_5')
  const [anna, boris] = [newAddress('anna'), newAddress('boris')]
  const main = page.getByRole('main')
  const email = main.getByLabel('E-mail', { exact: true })
  await page.goto('/pre-firmy')
  const { asked, letGo } = await hold(page, '**/accesses')
  await email.fill(anna)
  await page.keyboard.press('Enter')
  await asked()
  await email.fill(boris)
  await letGo()
  await expect(main).toContainText(`Hotovo, ${anna} má pozvánku`)
  await expect(email).toHaveValue(boris)
  await expect(email).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(main).toContainText(`Hotovo, ${boris} má pozvánku`)
  await expect(email).toHaveValue('')
})

test('R4.10 an access that is given while the list is read for the first time is in it', async ({ page }) => {
  await newAdministrator(page, 'company_premium_5')
  const { promise: isGiven, resolve: give } = Promise.withResolvers<void>()
  const late = page.waitForEvent('requestfailed', request => request.url().includes('/accesses?'))
  await page.route(
    /\/accesses\?/,
    async route => {
      const before = await route.fetch()
      await isGiven
      await route.fulfill({ response: before })
    },
    { times: 1 },
  )
  const main = page.getByRole('main')
  const anna = newAddress('anna')
  await page.goto('/pre-firmy')
  await main.getByLabel('E-mail', { exact: true }).fill(anna)
  await page.keyboard.press('Enter')
  await expect(main.getByRole('table').getByRole('rowheader')).toHaveText([anna])
  give()
  await late
})

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

test('R13.12 who is chosen by hand while all are being chosen stays so, and nothing is done to more than was read', async ({
  page,
  playwright,
}) => {
  const who = await newAdministrator(page, 'company_premium_5')
  const beside = await administratorBeside(playwright, page, who)
  for (const name of ['anna', 'boris', 'cyril']) await beside.add(newAddress(name))
  await beside.close()
  const main = page.getByRole('main')
  await page.goto('/pre-firmy')
  const rows = main.getByRole('table').getByRole('checkbox')
  await rows.first().check()
  const { asked, letGo } = await hold(page, /\/accesses\?.*limit=\d{3,}/, 'GET')
  await main.getByRole('button', { name: 'Vybrať všetkých 3' }).click()
  await asked()
  const act = main.getByRole('button', { name: 'Deaktivovať (1)' })
  await expect(act).toHaveAttribute('aria-disabled', 'true')
  await act.dispatchEvent('click')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await rows.nth(1).check()
  await letGo()
  await expect(main).toContainText('Vybrané: 2')
  await expect(rows.nth(2)).not.toBeChecked()
})

test('R13.12 nothing is said of a search before its answer, and its field follows the address', async ({
  page,
  playwright,
}) => {
  const who = await newAdministrator(page, 'company_premium_5')
  const beside = await administratorBeside(playwright, page, who)
  for (const name of ['anna', 'boris']) await beside.add(newAddress(name))
  await beside.close()
  const main = page.getByRole('main')
  const search = main.getByRole('searchbox')
  const nothing = main.getByText(/^(Nenašli sme nikoho|Nikoho takého sme nenašli)/)
  await page.goto('/pre-firmy')
  await search.fill('qqq')
  await expect(nothing).toHaveCount(2)
  const { asked, letGo } = await hold(page, /[?&]q=boris/, 'GET')
  await search.fill('boris')
  await asked()
  await expect(nothing).toHaveCount(0)
  await letGo()
  await expect(main.getByRole('table').getByRole('rowheader')).toHaveCount(1)

  await page.getByRole('navigation').locator('a[href="/pre-firmy"]').first().click()
  await expect(search).toHaveValue('')
  await expect(main.getByRole('table').getByRole('rowheader')).toHaveCount(2)
})
