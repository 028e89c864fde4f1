import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, field, fillAddress, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('R1.12 a form opened while the list is read again keeps what is typed into it', async ({ page }) => {
  await signInAs(page, await newReader(page, 'pomaly'))
  await openSettings(page)
  const { addresses, dialog } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  await button(addresses, 'Uložiť adresu').click()
  await expect(addresses.getByText('Adresa je uložená.')).toBeVisible()

  const { letGo } = await hold(page, '**/users/*/addresses', 'GET')
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

test('R1.12 a form that is being saved is not closed, and a refused one keeps what was typed', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'pomaly'))
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  const { asked, letGo } = await hold(page, '**/users/*/addresses')
  await button(addresses, 'Uložiť adresu').click()
  await asked()
  await button(addresses, 'Zrušiť').dispatchEvent('click')
  await letGo({ status: 500, body: '' })
  await expect(addresses.getByRole('alert')).toBeVisible()
  await expect(field(addresses, 'Mesto alebo obec')).toHaveValue('Očová')
  await button(addresses, 'Zrušiť').click()
  await expect(field(addresses, 'Meno')).toBeHidden()
})
