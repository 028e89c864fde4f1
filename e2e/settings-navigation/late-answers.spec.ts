import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { countShifts } from '../gallery/find-faults.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from './settings-screen.ts'

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

test('R2.28 a language saved late does not reload what its reader has opened meanwhile', async ({ page }) => {
  await signInAs(page, await newReader(page, 'jazyk'))
  await openSettings(page)
  const { other } = settings(page)
  const { asked, letGo } = await hold(page, /\/users\/\d+$/, 'PATCH')
  await field(other, 'Jazyk stránok a\u00a0e\u2011mailov').selectOption('en')
  await button(other, 'Uložiť jazyk').click()
  await asked()
  await page.getByRole('link', { name: 'Predplatné cez kód' }).first().click()
  const code = page.getByRole('main').getByRole('textbox')
  await code.fill('AB12')
  await letGo()
  await expect(code).toHaveValue('AB12')
  await expect(page.getByText(/^Jazyk je uložený\./).first()).toBeVisible()
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('R2.28 a language saved late leaves what is written on its own page, and is changed back', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'jazyk'))
  await openSettings(page)
  const { other, mainData } = settings(page)
  const { asked, letGo } = await hold(page, /\/users\/\d+$/, 'PATCH')
  const language = field(other, 'Jazyk stránok a\u00a0e\u2011mailov')
  await language.selectOption('en')
  await button(other, 'Uložiť jazyk').click()
  await asked()
  await mainData.getByText('Zmeniť meno').click()
  const name = field(mainData, 'Meno a priezvisko')
  await name.fill('Ján')
  await letGo()
  await expect(name).toHaveValue('Ján')
  await language.selectOption('sk')
  const back = page.waitForRequest(request => request.method() === 'PATCH')
  await button(other, 'Uložiť jazyk').click()
  expect((await back).postDataJSON()).toEqual({ locale_code: 'sk' })
  await expect(name).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sk')
})

test('R2.08 first reads that are answered late move nothing on the settings', async ({ page }) => {
  await signInAs(page, await newReader(page, 'neskoro'))
  await page.addInitScript(countShifts)
  // All of it is in sight, so that every move counts.
  await page.setViewportSize({ width: 390, height: 6000 })
  const late = /\/(passkeys|sessions|addresses|data-archives)$/
  const answered: string[] = []
  await page.route(late, async route => {
    await new Promise(resolve => setTimeout(resolve, 800))
    answered.push(route.request().url())
    await route.continue()
  })
  await openSettings(page)
  await expect(settings(page).myData.getByRole('button')).toBeVisible()
  expect(answered).toHaveLength(4)
  expect(await page.evaluate(() => Reflect.get(window, 'galleryShifts').shift as number)).toBe(0)
})
