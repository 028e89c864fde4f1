import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, newAddress, test } from '../fixtures.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'
import { administratorBeside } from './administrator.ts'
import { newAdministrator } from './new-company.ts'

const main = (page: Page) => page.getByRole('main')
const rows = (page: Page) => main(page).getByRole('table').getByRole('rowheader')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

/** Carries a list out, once it has been looked at. */
async function upload(page: Page, emails: readonly string[]): Promise<void> {
  await byKeyboard(page).write(main(page).getByLabel('Adresy'), emails.join('\n'))
  await byKeyboard(page).press(button(page, 'Pozrieť, čo sa zmení'))
  await expect(main(page).getByRole('heading', { name: 'Toto sa zmení' })).toBeFocused()
}

/** Opens the accesses of a new company that has given some. */
async function openCompanyWith(
  emails: readonly string[],
  page: Page,
  playwright: Parameters<typeof administratorBeside>[0],
): Promise<void> {
  const who = await newAdministrator(page, 'company_premium_5')
  const beside = await administratorBeside(playwright, page, who)
  for (const email of emails) await beside.add(email)
  await beside.close()
  await page.goto('/pre-firmy')
}

test('R13.12 journey by keyboard: a list is uploaded, many are changed at once with their results, and a changed list is shown before it is done', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await newAdministrator(page, 'company_premium_5')
  const [anna, boris] = [newAddress('anna'), newAddress('boris')]
  const [cyril, dana] = [newAddress('cyril'), newAddress('dana')]
  await page.goto('/pre-firmy')
  await keys.press(main(page).getByText('nahrať zoznam'))
  await upload(page, [anna, boris, cyril])
  await axe()
  await keys.press(button(page, 'Potvrdiť zmeny'))
  await expect(main(page)).toContainText(/Pridali sme 3\sľudí/)
  await expect(rows(page)).toHaveCount(3)

  await keys.choose(main(page).getByLabel('Zoradiť'), 'Podľa stavu')
  await expect(page).toHaveURL(/zoradit=state/)
  await keys.write(main(page).getByLabel(/^Hľadať podľa mena/), 'BÓRIS')
  await expect(rows(page)).toHaveText([boris])
  await keys.write(main(page).getByLabel(/^Hľadať podľa mena/), '')
  await expect(rows(page)).toHaveCount(3)

  await keys.press(rows(page).first().getByRole('checkbox'), 'Space')
  await expect(main(page)).toContainText('Vybrané: 1')
  await keys.press(button(page, 'Vybrať všetkých 3'))
  await expect(main(page)).toContainText('Vybrané: 3')
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await page.emulateMedia({ media: 'print' })
  await expect(main(page).getByText('Vybrané: 3')).toBeHidden()
  await expect(main(page).getByText('Rozdané 3, spolu 5').locator('..')).toHaveCSS('position', 'static')
  await page.emulateMedia({ media: 'screen' })
  await keys.press(button(page, 'Poslať odkaz (3)'))
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(/Odkaz dostanú 3\sľudia/)
  await keys.press(dialog.getByRole('button', { name: 'Poslať odkaz (3)' }))
  // The bar below the list was pressed; what came of it stands above.
  await expect(main(page).getByText(/Poslali sme 3\sodkazy/)).toBeInViewport()
  await expect(main(page)).not.toContainText('Vybrané')
  await axe()

  // A new list without Anna and Cyril; the first look at it is overtaken.
  await keys.press(main(page).getByLabel('Kto v zozname nie je'), 'Space')
  await upload(page, [boris, dana])
  await expect(main(page)).toContainText(/Deaktivujú sa 2\sprístupy/)
  await expect(main(page)).toContainText('Bez zmeny: 1. Voľné potom: 3.')
  const other = await page.context().newPage()
  await other.goto('/pre-firmy')
  await rows(other).filter({ hasText: anna }).getByRole('checkbox').check()
  await button(other, 'Deaktivovať (1)').click()
  await other.getByRole('dialog').getByRole('button', { name: 'Deaktivovať (1)' }).click()
  await expect(main(other)).toContainText(/Deaktivovali sme 1\sprístup/)
  await keys.press(button(page, 'Potvrdiť zmeny'))
  await expect(main(page)).toContainText('Prístupy sa medzitým zmenili.')
  await expect(main(page)).toContainText(/Deaktivuje sa 1\sprístup/)
  await keys.press(button(page, 'Potvrdiť zmeny'))
  await expect(main(page)).toContainText(/Pridali sme 1\sčloveka/)
  await expect(main(page)).toContainText(/Deaktivovali sme 1\sprístup/)
  await keys.choose(main(page).getByLabel('Stav'), 'Deaktivované prístupy (2)')
  await expect(rows(page)).toHaveCount(2)
  await keys.press(main(page).getByLabel(/^Vybrať zobrazených/), 'Space')
  await keys.press(button(page, 'Vrátiť prístup (2)'))
  await keys.press(page.getByRole('dialog').getByRole('button', { name: 'Vrátiť prístup (2)' }))
  await expect(main(page)).toContainText(/Vrátili sme 2\sprístupy/)
})

test('R13.12 a failure keeps who was not tried chosen, and a refusal is told by name, in English', async ({
  page,
  expectRefusal,
}) => {
  await newAdministrator(page, 'company_premium_5')
  await page.goto('/pre-firmy?lang=en')
  await main(page).getByText('upload a list').click()
  const emails = [newAddress('anna'), newAddress('boris')]
  await main(page).getByLabel('Addresses').fill('a@b.sk '.repeat(5001))
  await button(page, 'See what will change').click()
  await expect(main(page)).toContainText(/at most 5,000\speople\. Please split/)
  await main(page).getByLabel('Whoever is not in the list').check()
  await expect(main(page)).not.toContainText('Please split')
  await expect(main(page)).toContainText(/at most 5,000\speople\. If you split it, each part/)
  await main(page).getByLabel('Whoever is not in the list').uncheck()
  await main(page).getByLabel('Addresses').fill(emails.join('\n'))
  await button(page, 'See what will change').click()
  await button(page, 'Confirm the changes').click()
  await expect(rows(page)).toHaveCount(2)
  await main(page)
    .getByLabel(/^Select those shown/)
    .check()
  expectRefusal(503)
  await page.route('**/accesses/changes', route => route.fulfill({ status: 503, body: '' }))
  await button(page, 'Deactivate (2)').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Deactivate (2)' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  await expect(main(page)).toContainText('Selected: 2')
  await expect(main(page)).toContainText(/2\swere not tried/)
  await page.unroute('**/accesses/changes')
  // Somebody else was quicker: the link of one is no longer wanted.
  await page.route('**/accesses/changes', async route => {
    const { ids } = route.request().postDataJSON() as { ids: number[] }
    const results = ids.map((id, index) => ({
      id,
      error: index === 0 ? { key: 'company_access_not_waiting', message: '' } : null,
    }))
    await route.fulfill({ json: { results } })
  })
  await button(page, 'Send link (2)').click()
  await dialog.getByRole('button', { name: 'Send link (2)' }).click()
  await expect(main(page)).toContainText(/1\slink was sent/)
  await expect(main(page).getByRole('list', { name: 'Who has a seat' })).toContainText(emails[0] ?? '')
})

test('R13.12 a list that was not read again says so until it is', async ({
  page,
  playwright,
  expectRefusal,
}) => {
  await openCompanyWith([newAddress('anna')], page, playwright)
  const row = main(page).getByRole('table').getByRole('row').last()
  await expect(row).toContainText('Čaká na prijatie')
  expectRefusal(503)
  await page.route(/\/accesses\?/, route => route.fulfill({ status: 503, json: { errors: [] } }))
  await row.getByRole('button', { name: /^Deaktivovať/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deaktivovať' }).click()
  const again = button(page, 'Skúsiť znova')
  await expect(again).toBeVisible()
  await again.click()
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expect(again).not.toHaveAttribute('aria-disabled', 'true')
  await expect(row).toContainText('Čaká na prijatie')
  await page.unroute(/\/accesses\?/)
  await again.click()
  await expect(row).toContainText('Prístup deaktivovaný')
  await expect(again).toHaveCount(0)
})

test('R13.12 a list that breaks off stays whole, tells why and what remains, and is finished by trying again', async ({
  page,
  playwright,
  expectRefusal,
}) => {
  const [anna, boris, cyril] = [newAddress('anna'), newAddress('boris'), newAddress('cyril')]
  await openCompanyWith([anna, boris], page, playwright)
  await main(page).getByText('nahrať zoznam').click()
  const field = main(page).getByLabel('Adresy')
  const removesOthers = main(page).getByLabel('Kto v zozname nie je')
  await removesOthers.check()
  expectRefusal(503)
  const breaks = () =>
    page.route(
      /\/accesses(\/changes)?$/,
      route => route.fulfill({ status: 503, headers: { 'retry-after': '120' }, json: { errors: [] } }),
      { times: 1 },
    )

  const longer = [anna, boris, cyril].join('\n')
  await field.fill(longer)
  await button(page, 'Pozrieť, čo sa zmení').click()
  await breaks()
  await button(page, 'Potvrdiť zmeny').click()
  const broken = main(page).getByRole('alert')
  await expect(broken).toContainText(/^Zmeny sme nedokončili\.[^]*Zostáva pridať 1\sčloveka\./)
  await expect(broken).toContainText(/Znova to môžete skúsiť o\s2\sminúty\./)
  await expect(field).toHaveValue(longer)
  await expect(removesOthers).toBeChecked()
  await button(page, 'Pozrieť, čo sa zmení').click()
  await expect(main(page)).toContainText(/Pridá sa 1\sčlovek/)
  await expect(main(page)).toContainText('Bez zmeny: 2.')
  await expect(main(page).getByRole('alert')).toHaveCount(0)
  await button(page, 'Potvrdiť zmeny').click()
  await expect(main(page)).toContainText(/Pridali sme 1\sčloveka/)
  await expect(rows(page)).toHaveCount(3)
  await expect(field).toHaveValue('')
  // The next list may be of the new people alone.
  await expect(removesOthers).not.toBeChecked()

  const shorter = [anna, boris].join('\n')
  await removesOthers.check()
  await field.fill(shorter)
  await button(page, 'Pozrieť, čo sa zmení').click()
  await expect(main(page)).toContainText(/Deaktivuje sa 1\sprístup/)
  await breaks()
  await button(page, 'Potvrdiť zmeny').click()
  await expect(broken).toContainText(/^Zmeny sme nedokončili\.[^]*Zostáva deaktivovať 1\sprístup\./)
  await expect(main(page)).not.toContainText('Nepridali sme nikoho')
  await expect(field).toHaveValue(shorter)
  await button(page, 'Pozrieť, čo sa zmení').click()
  await button(page, 'Potvrdiť zmeny').click()
  await expect(main(page)).toContainText(/Deaktivovali sme 1\sprístup/)
})

test('R13.12 what is offered for a chosen access fits it as it is by now', async ({ page, playwright }) => {
  await openCompanyWith([newAddress('anna')], page, playwright)
  const row = main(page).getByRole('table').getByRole('row').last()
  await row.getByRole('checkbox').check()
  await expect(button(page, 'Deaktivovať (1)')).toBeVisible()
  await row.getByRole('button', { name: /^Deaktivovať/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Deaktivovať/ })
    .click()
  await expect(button(page, 'Vrátiť prístup (1)')).toBeVisible()
  await expect(button(page, 'Deaktivovať (1)')).toHaveCount(0)
})

test('R13.12 a file whose reading does not come is told at its field', async ({ page, expectRefusal }) => {
  await newAdministrator(page, 'company_premium_5')
  await page.goto('/pre-firmy')
  await main(page).getByText('nahrať zoznam').click()
  const file = main(page).locator('input[type=file]')
  expectRefusal('no answer')
  await page.route(/csv-emails/, route => route.abort())
  await file.setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('anna@example.com') })
  await expect(file).toHaveAccessibleDescription(/Súbor sa nepodarilo prečítať/)
})
