import { expect, newAddress, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'

test('R1.06 what a visitor ticks while a sign-up is under way stays ticked', async ({ page, axe }) => {
  const box = (name: string) => page.getByRole('checkbox', { name })
  const sent = page.getByRole('heading', { name: 'Pozrite si e-mail.' })
  const { asked, letGo } = await hold(page, '**/newsletters/signups')
  await page.goto('/e-maily')
  await box('Ranný výber').check()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).first().fill(newAddress('neskor'))
  await page.getByRole('button', { name: 'Prihlásiť na odber' }).click()
  await asked()
  await box('Názory dňa').check()
  await letGo()
  await expect(sent).toBeVisible()
  await expect(box('Ranný výber')).not.toBeChecked()
  await expect(box('Názory dňa')).toBeChecked()
  await expect(box('Názory dňa')).toBeFocused()
  await expect(page.getByText('Vybrali ste si Názory dňa.')).toBeVisible()
  await axe()
  await page.reload()
  await expect(box('Názory dňa')).toBeChecked()
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
})

test('R1.06 a sign-up that is answered while its visitor looks at topics is told where it was sent', async ({
  page,
}) => {
  const { asked, letGo } = await hold(page, '**/newsletters/signups')
  await page.goto('/e-maily')
  await page.getByRole('checkbox', { name: 'Ranný výber' }).check()
  await page.getByRole('textbox', { name: 'E-mail', exact: true }).first().fill(newAddress('temy'))
  await page.getByRole('button', { name: 'Prihlásiť na odber' }).click()
  await asked()
  await page.getByRole('tab', { name: 'Témy' }).click()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await letGo()
  const tab = page.getByRole('tab').first()
  await tab.click()
  await expect(page.getByRole('heading', { name: 'Pozrite si e-mail.' })).toBeVisible()
  await expect(tab).toBeFocused()
})

for (const isBackFirst of [false, true]) {
  const when = isBackFirst ? 'has come back from topics' : 'looks at topics'
  test(`R1.06 a link to manage newsletters that is sent while its visitor ${when} is told`, async ({
    page,
  }) => {
    const { asked, letGo } = await hold(page, '**/newsletters/manage-links')
    await page.goto('/e-maily')
    await page.getByText('Už vám od nás niečo chodí?').click()
    const email = newAddress('sprava')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill(email)
    await page.keyboard.press('Enter')
    await asked()
    await page.getByRole('tab', { name: 'Témy' }).click()
    await expect(page.getByRole('searchbox')).toBeVisible()
    if (!isBackFirst) await letGo()
    await page.getByRole('tab').first().click()
    if (isBackFirst) await letGo()
    await expect(page.getByRole('main').getByText(`Na ${email} sme poslali odkaz`)).toBeVisible()
    await expect(page.getByRole('tab').first()).toBeFocused()
  })
}
