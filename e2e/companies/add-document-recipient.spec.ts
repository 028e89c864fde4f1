import { expect, forgetSession, linkIn, mailTo, newAddress, signInAs, test } from '../fixtures.ts'
import { letTransferArrive } from '../orders/shop-screen.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'
import { newAdministrator } from './new-company.ts'

test('R12.04 R11.04 an accountant gets each new document with the company’s number, and stops it without an account', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const boss = await newAdministrator(page, 'company_premium_5')
  const main = page.getByRole('main')
  const accountant = newAddress('uctovnictvo')
  const recipients = main.getByRole('list', { name: 'Doklady e\u2011mailom' })
  const number = main.getByLabel('Vaše číslo objednávky')
  const email = main.getByLabel('E\u2011mail na doklady')
  await page.goto('/pre-firmy')

  await email.fill('ucto@')
  await main.getByRole('button', { name: 'Posielať doklady' }).click()
  await expect(email).toHaveAccessibleDescription(/Toto nie je platná/)
  await email.fill(accountant)
  await main.getByRole('button', { name: 'Posielať doklady' }).dblclick()
  await expect(recipients.getByRole('listitem')).toHaveText([new RegExp(accountant)])
  await expect(email).toBeFocused()
  await expect(email).toHaveValue('')
  await mailTo(page, accountant, /posielanie dokladov zadala/)
  await number.fill('x'.repeat(51))
  await main.getByRole('button', { name: 'Uložiť číslo' }).click()
  await expect(number).toHaveAccessibleDescription(/50/)
  await number.fill('OBJ-2027-118')
  await main.getByRole('button', { name: 'Uložiť číslo' }).click()
  await expect(page.getByText('Uložené, bude na ďalších dokladoch.').last()).toBeVisible()
  await axe()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await isTooWide(page)).toBe(false)

  for (const own of ['', 'OBJ-2027-119']) {
    await main.getByRole('link', { name: 'Pridať 1 prístup', exact: true }).click()
    await expect(number).toHaveAccessibleDescription(
      'Nepovinné. Ak ho nevyplníte, na faktúre bude OBJ-2027-118.',
    )
    await number.fill(own)
    await main.getByRole('radio', { name: 'Prevodom na účet' }).check()
    await axe()
    await main.getByRole('button', { name: /^Objednať s povinnosťou platby/ }).click()
    await expect(page).toHaveURL(/\/obchod\/objednavka\?order=\d+$/)
    await letTransferArrive(page, boss.email)
    await page.goto('/pre-firmy')
    await expect(main).toContainText(`vaše číslo objednávky ${own || 'OBJ-2027-118'}`)
  }
  for (const kind of ['PDF', 'XML']) {
    const download = page.waitForEvent('download')
    await main
      .getByRole('link', { name: new RegExp(`^${kind} Faktúra F-`) })
      .first()
      .click()
    expect((await download).suggestedFilename()).toMatch(
      new RegExp(`^F-\\d{4}-\\d{6}\\.${kind.toLowerCase()}$`),
    )
  }
  const link = linkIn(await mailTo(page, accountant, /V.prílohe je doklad ako PDF aj ako/), '/unsubscribe/')

  await forgetSession(page)
  const heading = page.getByRole('heading', { level: 2 }).first()
  // Scanners open links: as often as it is opened, nothing happens.
  for (let opened = 0; opened < 2; opened++) {
    await page.goto(link)
    await expect(heading).toHaveText(/^Doklady firmy Pekáreň Ranná.* chodia na /)
  }
  await axe()
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Vypnúť posielanie dokladov' }).press('Enter')
  await expect(heading).toHaveText(/ už na .* nechodia\.$/)
  await expect(heading).toBeFocused()
  await axe()

  await signInAs(page, boss)
  await page.goto('/pre-firmy')
  await expect(recipients).toContainText('adresy doklady vypli')
  await email.fill(accountant)
  expectRefusal(422)
  await main.getByRole('button', { name: 'Posielať doklady' }).click()
  await expect(email).toHaveAccessibleDescription(/zapnúť sa dá len odkazom/)
  await expect(email).toBeFocused()
  await email.fill(newAddress('druha'))
  await main.getByRole('button', { name: 'Posielať doklady' }).click()
  await expect(recipients.getByRole('listitem')).toHaveCount(2)
  await recipients.getByRole('button', { name: /^Odstrániť/ }).click()
  await axe()
  await page.getByRole('dialog').getByRole('button', { name: 'Odstrániť' }).click()
  await expect(recipients.getByRole('listitem')).toHaveCount(1)

  await page.goto(link)
  await page.getByRole('button', { name: 'Posielať znova' }).click()
  await expect(heading).toHaveText(/ chodia na /)
  expectRefusal(404)
  await page.goto(`${link.slice(0, -1)}!`)
  await expect(heading).toHaveText('Tento odkaz neplatí.')
  await axe()
})
