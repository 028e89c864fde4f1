import { byKeyboard } from '../axe/by-keyboard.ts'
import {
  expect,
  mailTo,
  newReader,
  onSeveralOrigins,
  signIn,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

const newPassword = 'Vlak-mesto-kniha-7'

test(
  'R1.09 R4.15 the password is changed, everybody is signed out, and the reader signs in with the new one',
  onSeveralOrigins,
  async ({ page, browser, axe, expectRefusal }) => {
    const keys = byKeyboard(page)
    expectRefusal(422)
    expectRefusal(401)
    const reader = await newReader(page, 'heslo')
    await signInAs(page, reader)
    const elsewhere = await browser.newPage({ baseURL: siteOrigin() })
    await signInAs(elsewhere, reader)
    await elsewhere.goto('/predplatne')

    await openSettings(page)
    const { linked } = settings(page)
    await keys.press(linked.getByText('Zmeniť heslo', { exact: true }))
    await keys.write(field(linked, 'Súčasné heslo'), 'Nie-je-to-ono-1')
    await keys.write(field(linked, 'Nové heslo'), newPassword)
    await keys.press(button(linked, 'Uložiť nové heslo'))
    await expect(field(linked, 'Súčasné heslo')).toBeFocused()
    await expect(field(linked, 'Súčasné heslo')).toHaveAccessibleDescription(/Súčasné heslo nie je správne/)
    await expect(field(linked, 'Nové heslo')).toHaveValue(newPassword)

    await keys.write(field(linked, 'Súčasné heslo'), reader.password)
    await keys.write(field(linked, 'Nové heslo'), reader.password)
    await page.keyboard.press('Enter')
    await expect(field(linked, 'Nové heslo')).toHaveAccessibleDescription(/rovnaké ako súčasné/)
    await keys.write(field(linked, 'Nové heslo'), newPassword)
    await page.keyboard.press('Enter')
    const done = page.getByRole('heading', { level: 1, name: 'Heslo je zmenené.' })
    await expect(done).toBeFocused()
    // Nobody is signed in any more, and the header says so too.
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Prihlásiť sa' })).toBeVisible()
    await expect(header.getByText(reader.email)).toHaveCount(0)
    await axe()
    await mailTo(page, reader.email, /heslo k.vášmu účtu/)

    await elsewhere.reload()
    await expect(elsewhere.getByRole('dialog', { name: 'Vaše prihlásenie sa skončilo.' })).toBeVisible()
    await elsewhere.close()

    await keys.press(page.getByRole('link', { name: 'Prihlásiť sa novým heslom' }))
    await expect(page).toHaveURL(/\/login\?url=/)
    await keys.write(page.getByRole('textbox', { name: 'E-mail', exact: true }), reader.email)
    await page.keyboard.press('Enter')
    await keys.write(page.getByLabel('Heslo', { exact: true }), newPassword)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${siteOrigin()}/nastavenia`)
  },
)

test('R5.03 R5.04 the rules are ticked off and the strength is told while typing', async ({ page, axe }) => {
  await signIn(page, 'nickname-declined')
  await openSettings(page)
  const { linked } = settings(page)
  await linked.getByText('Zmeniť heslo', { exact: true }).click()
  const password = field(linked, 'Nové heslo')
  const strength = linked.getByText(/^Heslo je /)
  await expect(strength).toHaveCount(0)
  for (const [typed, told] of [
    ['Heslo123', 'veľmi slabé'],
    ['Heslo-1234', 'slabé'],
    ['Kocur-1987', 'dobré'],
    [newPassword, 'silné'],
  ] as const) {
    await password.fill(typed)
    await expect(strength).toHaveText(`Heslo je ${told}`)
  }
  await expect(linked.getByText('Heslo spĺňa všetky podmienky.')).toBeAttached()
  await password.fill('Password1')
  await expect(linked.getByText(/patrí medzi najpoužívanejšie/)).toBeVisible()

  await password.fill('kôň')
  await expect(linked.getByText('aspoň 8 znakov (nesplnené), ')).toBeAttached()
  await expect(linked.getByText('bez diakritiky (nesplnené), ')).toBeAttached()
  await button(linked, 'Uložiť nové heslo').click()
  await expect(field(linked, 'Súčasné heslo')).toHaveAccessibleDescription('Toto pole je požadované')
  await expect(password).toHaveAccessibleDescription(/Heslo musí mať aspoň 8.znakov/)
  await axe()
})

test('R5.04 the button below stands still when the strength comes', async ({ page }) => {
  await signIn(page, 'nickname-declined')
  await openSettings(page)
  const { linked } = settings(page)
  await linked.getByText('Zmeniť heslo', { exact: true }).click()
  const place = async () => {
    const [above, below] = [field(linked, 'Nové heslo'), button(linked, 'Uložiť nové heslo')]
    return ((await below.boundingBox())?.y ?? Number.NaN) - ((await above.boundingBox())?.y ?? Number.NaN)
  }
  const before = await place()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/password-gauge/, route => held.then(() => route.continue()))
  const asked = page.waitForRequest(/password-gauge/)
  await field(linked, 'Nové heslo').fill(newPassword)
  await asked
  expect(await place()).toBe(before)
  release()
  await expect(linked.getByText('Heslo je silné')).toBeVisible()
  expect(await place()).toBe(before)
})

test('R5.04 a press on the button below counts while a common password is found out', async ({ page }) => {
  await signIn(page, 'nickname-declined')
  await openSettings(page)
  const { linked } = settings(page)
  await linked.getByText('Zmeniť heslo', { exact: true }).click()
  const { asked, letGo } = await hold(page, /password-gauge/, 'GET')
  await field(linked, 'Nové heslo').fill('Password1')
  await asked()
  await button(linked, 'Uložiť nové heslo').hover()
  await page.mouse.down()
  await letGo()
  await page.mouse.up()
  await expect(field(linked, 'Súčasné heslo')).toHaveAccessibleDescription('Toto pole je požadované')
  await expect(linked.getByText('Heslo je veľmi slabé')).toBeVisible()
})

test('a password manager finds the account, the present and the new password', async ({ page }) => {
  const { email } = await signIn(page, 'nickname-declined')
  await openSettings(page)
  const { linked } = settings(page)
  await linked.getByText('Zmeniť heslo', { exact: true }).click()
  const form = linked.locator('form')
  await expect(form.locator('input[autocomplete="username"]')).toHaveValue(email)
  await expect(field(form, 'Súčasné heslo')).toHaveAttribute('autocomplete', 'current-password')
  await expect(field(form, 'Nové heslo')).toHaveAttribute('autocomplete', 'new-password')
  await field(form, 'Nové heslo').fill('Rozpisane-1')
  await form.getByRole('button', { name: 'Zobraziť heslo' }).last().click()
  await expect(field(form, 'Nové heslo')).toHaveAttribute('type', 'text')
})
