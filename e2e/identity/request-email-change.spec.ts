import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import {
  expect,
  forgetSession,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  onSeveralOrigins,
  signIn,
  signInAs,
  test,
} from '../fixtures.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'
import { loginScreen } from './login-screen.ts'

const newEmail = (page: Page) => settings(page).mainData.getByLabel(/^Nový e.mail$/)

test(
  'R13.03 the e-mail is changed in four presses, and the former mailbox takes the change back',
  onSeveralOrigins,
  async ({ page, axe, presses, expectRefusal }) => {
    const keys = byKeyboard(page)
    expectRefusal(401)
    const reader = await newReader(page, 'meni-mail')
    const email = newAddress('novy-mail')
    await signInAs(page, reader)
    await openSettings(page)
    const { mainData } = settings(page)
    presses.restart()
    await keys.press(mainData.getByText('Zmeniť e‑mail', { exact: true }))
    await keys.write(newEmail(page), 'nikto@')
    await keys.press(button(mainData, 'Poslať odkaz'))
    await expect(newEmail(page)).toBeFocused()
    presses.restart()
    await keys.write(newEmail(page), email)
    await keys.press(button(mainData, 'Poslať odkaz'))
    await expect(mainData.getByText(`Čaká na potvrdenie: ${email}`)).toBeVisible()
    await axe()
    const link = linkIn(await mailTo(page, email, '/login/change-email/'), '/login/change-email/')
    await page.goto(link)
    const screen = loginScreen(page)
    await expect(screen.title).toHaveText('Potvrďte nový e-mail')
    await axe()
    await keys.press(screen.button('Potvrdiť e‑mail'))
    await expect(screen.title).toHaveText('E-mail je zmenený.')
    await expect(screen.title).toBeFocused()
    // With the press that opened the form.
    await presses.expect(2)
    await axe()
    await keys.press(screen.link('Pokračovať do nastavení'))
    await expect(page.getByRole('banner').getByText(email)).toBeVisible()
    await expect(settings(page).mainData.getByText(email)).toBeVisible()

    await forgetSession(page)
    const back = linkIn(
      await mailTo(page, reader.email, '/login/take-back-email/'),
      '/login/take-back-email/',
    )
    await page.goto(back)
    await expect(screen.title).toHaveText('Vráťte zmenu e-mailu')
    await axe()
    await keys.write(screen.newPassword, 'Vlak-mesto-kniha-7')
    await keys.press(screen.button('Vrátiť zmenu'))
    await expect(page).toHaveURL(/\/predplatne$/)
    await openSettings(page)
    await expect(settings(page).mainData.getByText(reader.email)).toBeVisible()
  },
)

test('R13.03 a change that waits is sent again and cancelled, by keyboard as well', async ({ page, axe }) => {
  const keys = byKeyboard(page)
  const reader = await newReader(page, 'rusi-zmenu')
  await signInAs(page, reader)
  await openSettings(page)
  const { mainData } = settings(page)
  await keys.press(mainData.getByText('Zmeniť e‑mail', { exact: true }))
  await keys.write(newEmail(page), newAddress('zrusena'))
  await page.keyboard.press('Enter')
  await keys.press(button(mainData, 'Poslať znova'))
  await expect(mainData.getByText('Odkaz sme poslali znova.', { exact: false })).toBeVisible()
  await axe()
  await keys.press(button(mainData, 'Zrušiť zmenu'))
  await expect(mainData.getByText('Zmeniť e‑mail', { exact: true })).toBeVisible()
  await expect(mainData.getByText(reader.email)).toBeVisible()
})

test('R13.03 the name is changed where it is shown', async ({ page, axe }) => {
  const keys = byKeyboard(page)
  await signInAs(page, await newReader(page, 'meni-meno'))
  await openSettings(page)
  const { mainData } = settings(page)
  await expect(mainData.getByText('neuvedené')).toBeVisible()
  await keys.press(mainData.getByText('Zmeniť meno', { exact: true }))
  await keys.write(field(mainData, 'Meno a priezvisko'), 'http://')
  await keys.press(button(mainData, 'Uložiť meno'))
  await expect(field(mainData, 'Meno a priezvisko')).toHaveAccessibleDescription(/Zadajte meno písmenami/)
  await keys.write(field(mainData, 'Meno a priezvisko'), 'Ľubica Nezábudková')
  await keys.press(button(mainData, 'Uložiť meno'))
  await expect(mainData.getByText('Ľubica Nezábudková')).toBeVisible()
  await axe()
})

test('R13.03 a link that was used, or invented, says so and leads on', async ({ page, expectRefusal }) => {
  expectRefusal(422)
  await signIn(page, 'premium-card')
  for (const kind of ['change-email', 'take-back-email']) {
    await page.goto(`/login/${kind}/abcdefghijklmnopqrstuvwxyz`)
    await expect(loginScreen(page).title).toHaveText('Tento odkaz už neplatí.')
  }
})
