import { readFile } from 'node:fs/promises'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, mailTo, newAddress, test } from '../fixtures.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'
import { acceptByAnotherAccount, newAdministrator } from './new-company.ts'

test('R1.16 R1.17 R3.09 R4.10 journey, 2 presses: an administrator gives a colleague an access; then many at once, takes one back for another, keeps the list', async ({
  page,
  context,
  browser,
  axe,
  expectRefusal,
  presses,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const boss = await newAdministrator(page, 'company_premium_5')
  const main = page.getByRole('main')
  const seats = main.getByText(/^Rozdané/)
  const table = main.getByRole('table')
  const row = (email: string) => table.getByRole('row').filter({ hasText: email })
  const search = /^Hľadať podľa mena/
  const [anna, boris, cyril] = [newAddress('anna'), newAddress('boris'), newAddress('cyril')]

  await page.goto('/predplatne')
  const keys = byKeyboard(page)
  await keys.press(page.getByRole('navigation').getByRole('link', { name: 'Pre firmy' }))
  await keys.waitForRest()
  await expect(seats).toHaveText(/Rozdané 0, spolu 5\s*voľné 5/)
  const email = main.getByLabel('E-mail', { exact: true })
  await keys.write(email, anna)
  await page.keyboard.press('Enter')
  await expect(main).toContainText(`Hotovo, ${anna} má pozvánku`)
  await presses.expect(2)
  await expect(email).toBeFocused()
  await expect(row(anna)).toContainText('Čaká na prijatie, odkaz poslaný')
  await mailTo(page, anna, '/login/invitation/')
  await expect(main).toContainText('Vy sami zatiaľ prístup nemáte.')
  await keys.press(main.getByRole('button', { name: 'Dať prístup aj sebe' }))
  await expect(row(boss.email)).toContainText(/Číta od/)
  await expect(seats).toHaveText(/Rozdané 2, spolu 5\s*voľné 3/)
  await keys.expectFocusKept()

  await email.fill('anna@')
  await main.getByRole('button', { name: 'Dať prístup', exact: true }).click()
  await expect(main).toContainText('Toto nie je platná e\u2011mailová adresa')
  await expect(main).not.toContainText(`Hotovo, ${anna}`)
  await email.fill('')

  await main.getByText('Pridať viac ľudí alebo nahrať zoznam').click()
  const csv = `Meno;E-mail\r\nAnna;${anna}\r\nBoris;${boris}\r\nBoris znova;${boris}\r\nNikto;nie je adresa\r\n`
  await main.getByLabel('Alebo vyberte súbor CSV').setInputFiles({
    name: 'kolegovia.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${csv}`),
  })
  await expect(main).toContainText('Zo súboru kolegovia.csv sme prečítali 4 adresy.')
  await main.getByRole('button', { name: 'Pozrieť, čo sa zmení' }).click()
  await expect(main.getByRole('heading', { name: 'Toto sa zmení' })).toBeFocused()
  await expect(main).toContainText('Pridá sa 1\u00a0človek')
  await expect(main).toContainText('Bez zmeny: 2. Voľné potom: 2.')
  const refused = main.getByRole('list', { name: 'Adresy' }).getByRole('listitem')
  await expect(refused).toHaveText([
    /^Riadok 4: .*viackrát, počíta sa raz\.$/,
    /^Riadok 5: nie je adresaToto nie je platná/,
  ])
  await axe()
  await main.getByRole('button', { name: 'Potvrdiť zmeny' }).click()
  await expect(main).toContainText('Pridali sme 1\u00a0človeka.')
  await expect(main).not.toContainText('Zo súboru')
  await expect(seats).toHaveText(/voľné 2/)
  await page.getByRole('button', { name: 'Zavrieť' }).click()
  await axe()

  await row(boris).getByRole('button', { name: 'Kopírovať odkaz' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/login\/invitation\/[\w-]{44}$/)
  await row(boris).getByRole('button', { name: 'Poslať znova' }).click()
  await expect(page.getByText(`Odkaz sme poslali na ${boris}.`).last()).toBeVisible()

  await page.getByRole('button', { name: 'Zavrieť' }).press('Enter')
  await expect(row(boris).getByRole('button', { name: 'Poslať znova' })).toBeFocused()
  await row(boris).getByRole('button', { name: 'Deaktivovať' }).click()
  const dialog = page.getByRole('dialog')
  const successor = dialog.getByLabel('Komu dáte uvoľnený prístup')
  await successor.fill('jana@firma')
  await dialog.getByRole('button', { name: 'Deaktivovať' }).click()
  await expect(dialog).toContainText('Toto nie je platná e\u2011mailová adresa')
  await expect(successor).toBeFocused()
  await dialog.getByRole('button', { name: 'Nechať tak' }).click()
  await page.reload()
  await expect(row(boris)).toContainText('Čaká na prijatie')
  await row(boris).getByRole('button', { name: 'Deaktivovať' }).click()
  await successor.fill(anna)
  await axe()
  expectRefusal(422)
  await dialog.getByRole('button', { name: 'Deaktivovať' }).click()
  await expect(dialog).toContainText('Táto adresa už prístup má')
  await expect(dialog.getByRole('heading')).toHaveText('Prístup je deaktivovaný.')
  await expect(dialog).toContainText(`Prístup pre ${boris} je deaktivovaný a\u00a0voľný.`)
  await expect(dialog).not.toContainText('môžete ho dať niekomu inému')
  await axe()
  await dialog.getByRole('button', { name: 'Zavrieť' }).click()
  await expect(row(boris)).toContainText('Prístup deaktivovaný')
  await row(boris).getByRole('button', { name: 'Vrátiť prístup' }).click()
  await row(boris).getByRole('button', { name: 'Deaktivovať' }).click()
  await successor.fill(anna)
  await dialog.getByRole('button', { name: 'Deaktivovať' }).click()
  await successor.fill(cyril)
  await dialog.getByRole('button', { name: 'Dať prístup' }).dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(row(boris)).toContainText('Prístup deaktivovaný')
  await expect(row(cyril)).toContainText('Čaká na prijatie')
  await expect(seats).toHaveText(/voľné 2/)

  const other = await (await browser.newContext()).newPage()
  const elsewhere = await acceptByAnotherAccount(other, cyril)
  await other.context().close()

  await main.getByLabel('Stav').selectOption({ label: 'Deaktivované prístupy (1)' })
  await expect(table.getByRole('rowheader')).toHaveText([boris])
  await expect(page).toHaveURL(/stav=deactivated/)
  await page.reload()
  await expect(table.getByRole('rowheader')).toHaveText([boris])
  await main.getByLabel(search).fill('nikto')
  await expect(main).toContainText('Nikoho takého sme nenašli.')
  await main.getByLabel(search).fill('')
  await main.getByLabel('Stav').selectOption({ index: 0 })
  await expect(table.getByRole('rowheader')).toHaveCount(4)
  await expect(row(cyril)).toContainText(`Číta účet ${elsewhere}`)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    main.getByRole('button', { name: 'Stiahnuť zoznam (CSV)' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('pristupy.csv')
  expect(await readFile(await download.path(), 'utf8')).toContain(`${anna};čaká na prijatie;`)

  await page.setViewportSize({ width: 320, height: 700 })
  expect(await isTooWide(page)).toBe(false)
  await expect(seats).toBeInViewport()
  await axe()
  await main.getByRole('link', { name: 'Pridať 1 prístup' }).click()
  await expect(main).toContainText('Objednávka: 1 prístup navyše')
  await expect(main).toContainText(/Zaplatíte 99,00\s€ vrátane DPH/)
  await main.getByRole('link', { name: 'Vybrať iný balík' }).click()
  await expect(seats).toBeVisible()
})
