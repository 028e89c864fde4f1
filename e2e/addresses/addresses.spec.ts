import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { button, field, fillAddress, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test('R1.12 R3.08 an address is added, changed and removed', async ({ page, axe }) => {
  const keys = byKeyboard(page)
  await signIn(page, 'nickname-pending')
  await openSettings(page)
  const { addresses, dialog } = settings(page)
  await keys.press(button(addresses, 'Pridať adresu'))
  await expect(field(addresses, 'Na čo adresa slúži')).toBeFocused()
  for (const [label, text] of [
    ['Meno', 'Martina'],
    ['Priezvisko', '<b>Zelená</b>'],
    ['Číslo domu', '14'],
    ['PSČ', '96223'],
    ['Mesto alebo obec', 'Očová'],
  ] as const) {
    await keys.write(field(addresses, label), text)
  }
  await keys.press(button(addresses, 'Uložiť adresu'))
  await expect(field(addresses, 'Priezvisko')).toBeFocused()
  await expect(field(addresses, 'Priezvisko')).toHaveAccessibleDescription('Zadajte platné priezvisko')
  await keys.write(field(addresses, 'Priezvisko'), 'Zelená')
  await expect(field(addresses, 'Priezvisko')).toHaveAccessibleDescription('')
  await page.keyboard.press('Enter')
  await expect(addresses.getByText('Adresa je uložená.')).toBeVisible()
  await expect(addresses.getByText('962\u00a023 Očová 14')).toBeVisible()

  await keys.press(button(addresses, 'Upraviť adresu Očová 14'))
  await expect(field(addresses, 'Meno')).toHaveValue('Martina')
  await keys.write(field(addresses, 'Ulica'), 'Lipová')
  await keys.choose(field(addresses, 'Na čo adresa slúži'), 'Fakturácia')
  await keys.press(addresses.getByLabel('Adresa patrí firme'), 'Space')
  await keys.write(field(addresses, 'Názov firmy'), 'Pod Lipou, s. r. o.')
  await keys.write(field(addresses, 'IČO'), '99000407')
  await keys.press(button(addresses, 'Uložiť adresu'))
  await expect(addresses.getByText('Fakturačná adresa')).toBeVisible()
  await expect(addresses.getByText('Pod Lipou, s. r. o.')).toBeVisible()
  await expect(addresses.getByText('IČO\u00a099000407')).toBeVisible()

  await keys.press(button(addresses, 'Odstrániť adresu Lipová 14, Očová'))
  await expect(dialog.getByRole('heading')).toHaveText('Odstránite adresu')
  await axe()
  await keys.press(button(dialog, 'Odstrániť adresu'))
  await expect(addresses.getByText('Zatiaľ nemáte uloženú žiadnu adresu.')).toBeVisible()
})

test('R5.01 R5.09 R8.10 faults are told on leaving a field and on sending; a wrong check digit only warns', async ({
  page,
  axe,
}) => {
  await signIn(page, 'nickname-approved')
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await field(addresses, 'PSČ').fill('9622')
  await field(addresses, 'Mesto alebo obec').focus()
  await expect(field(addresses, 'PSČ')).toHaveAccessibleDescription(/Zadajte platné PSČ/)
  await expect(field(addresses, 'Meno')).toHaveAccessibleDescription('')
  // The rule is the country's.
  await field(addresses, 'Krajina').selectOption('AT')
  await expect(field(addresses, 'PSČ')).toHaveAccessibleDescription('')
  await field(addresses, 'Krajina').selectOption('SK')

  await addresses.getByLabel('Adresa patrí firme').check()
  await field(addresses, 'IČO').fill('99000408')
  await button(addresses, 'Uložiť adresu').click()
  await expect(field(addresses, 'Meno')).toBeFocused()
  for (const label of ['Meno', 'Priezvisko', 'Číslo domu', 'Mesto alebo obec', 'Názov firmy']) {
    await expect(field(addresses, label)).toHaveAccessibleDescription('Toto pole je požadované')
  }

  await field(addresses, 'Meno').fill('Pavol')
  await field(addresses, 'Priezvisko').fill('Jurík')
  await field(addresses, 'Číslo domu').fill('3')
  await field(addresses, 'PSČ').fill('962 23')
  await field(addresses, 'Mesto alebo obec').fill('Očová')
  await field(addresses, 'Názov firmy').fill('Pod Lipou')
  await expect(addresses.getByText(/podľa poslednej číslice je v\sňom preklep/)).toBeVisible()
  await axe()
  await field(addresses, 'IČO').fill('9900040')
  await expect(field(addresses, 'IČO')).toHaveAccessibleDescription(/Zadajte platné IČO/)
  await button(addresses, 'Zrušiť').click()
  await expect(button(addresses, 'Pridať adresu')).toBeVisible()
})

test('R5.01 an address that is said to be of a company is not saved without its name', async ({
  page,
  axe,
}) => {
  await signIn(page, 'nickname-approved')
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await addresses.getByLabel('Adresa patrí firme').check()
  await fillAddress(addresses)
  await button(addresses, 'Uložiť adresu').click()
  await expect(field(addresses, 'Názov firmy')).toHaveAccessibleDescription('Toto pole je požadované')
  await expect(field(addresses, 'Názov firmy')).toBeFocused()
  await axe()
  await addresses.getByLabel('Adresa patrí firme').uncheck()
  await button(addresses, 'Uložiť adresu').click()
  await expect(addresses.getByText('Adresa je uložená.')).toBeVisible()
})

test('R3.08 Slovakia and Czechia come first among the countries', async ({ page }) => {
  await signIn(page, 'nickname-approved')
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  const names = await field(addresses, 'Krajina').locator('option').allTextContents()
  expect(names.slice(0, 3)).toEqual(['Slovensko', 'Česko', 'Afganistan'])
  expect(names.length).toBeGreaterThan(240)
})

test('R5.09 who pays nothing is offered no invoice address, and is told why', async ({ page, axe }) => {
  await signIn(page, 'employee')
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await expect(addresses.getByText(/^Fakturačnú adresu pridať nemôžete/)).toBeVisible()
  await expect(field(addresses, 'Na čo adresa slúži')).toHaveCount(0)
  await axe()
})

test('what was typed stays when the server does not answer', async ({ page, expectRefusal }) => {
  await signIn(page, 'nickname-approved')
  await openSettings(page)
  const { addresses } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  expectRefusal('offline')
  await page.context().setOffline(true)
  await button(addresses, 'Uložiť adresu').click()
  await expect(addresses.getByRole('alert')).toContainText('Nemáte pripojenie na internet.')
  await page.context().setOffline(false)
  await expect(field(addresses, 'Mesto alebo obec')).toHaveValue('Očová')
})

test('R1.12 on a phone what was saved is told in sight, and who gives a form up still sees the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInAs(page, await newReader(page, 'telefon'))
  await openSettings(page)
  const { addresses } = settings(page)
  const add = button(addresses, 'Pridať adresu')
  // The first stands where the list is empty, the second below it.
  for (let saved = 0; saved < 2; saved += 1) {
    await add.click()
    await fillAddress(addresses)
    await button(addresses, 'Uložiť adresu').click()
    await expect(addresses.getByText('Adresa je uložená.')).toBeInViewport()
  }
  await add.click()
  await button(addresses, 'Zrušiť').click()
  await expect(add).toBeInViewport()
})

test('R1.12 an address that another tab has removed is gone once its refused removal is closed', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(404)
  await signInAs(page, await newReader(page, 'dve.karty'))
  await openSettings(page)
  const { addresses, dialog } = settings(page)
  await button(addresses, 'Pridať adresu').click()
  await fillAddress(addresses)
  await page.keyboard.press('Enter')
  const row = addresses.getByRole('listitem')
  await expect(row).toHaveCount(1)
  const other = await page.context().newPage()
  await openSettings(other)
  await button(settings(other).addresses, 'Odstrániť adresu Očová 3').click()
  await button(settings(other).dialog, 'Odstrániť adresu').click()
  await expect(settings(other).addresses.getByText('Adresa je odstránená.')).toBeVisible()
  await other.close()
  await button(row, 'Odstrániť adresu Očová 3').click()
  await button(dialog, 'Odstrániť adresu').click()
  await expect(dialog.getByRole('alert')).toContainText('Možno to už bolo odstránené')
  await button(dialog, 'Nechať tak').click()
  await expect(row).toHaveCount(0)
})
