import type { Page } from '@playwright/test'
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
    test.slow()
    expectRefusal(401)
    const reader = await newReader(page, 'meni-mail')
    const email = newAddress('novy-mail')
    await signInAs(page, reader)
    await openSettings(page)
    const { mainData } = settings(page)
    presses.restart()
    await mainData.getByText('Zmeniť e‑mail', { exact: true }).click()
    await newEmail(page).fill('nikto@')
    await button(mainData, 'Poslať odkaz').click()
    await expect(newEmail(page)).toBeFocused()
    presses.restart()
    await newEmail(page).fill(email)
    await button(mainData, 'Poslať odkaz').click()
    await expect(mainData.getByText(`Čaká na potvrdenie: ${email}`)).toBeVisible()
    await axe()
    const link = linkIn(await mailTo(page, email, '/login/change-email/'), '/login/change-email/')
    await page.goto(link)
    const screen = loginScreen(page)
    await expect(screen.title).toHaveText('Potvrďte nový e-mail')
    await axe()
    await screen.button('Potvrdiť e‑mail').click()
    await expect(screen.title).toHaveText('E-mail je zmenený')
    await expect(screen.title).toBeFocused()
    // With the press that opened the form.
    await presses.expect(2)
    await axe()
    await screen.link('Pokračovať do nastavení').click()
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
    await screen.newPassword.fill('Vlak-mesto-kniha-7')
    await screen.button('Vrátiť zmenu').click()
    await expect(page).toHaveURL(/\/predplatne$/)
    await openSettings(page)
    await expect(settings(page).mainData.getByText(reader.email)).toBeVisible()
  },
)

test('R13.03 a change that waits is sent again and cancelled, by keyboard as well', async ({ page, axe }) => {
  const reader = await newReader(page, 'rusi-zmenu')
  await signInAs(page, reader)
  await openSettings(page)
  const { mainData } = settings(page)
  await mainData.getByText('Zmeniť e‑mail', { exact: true }).press('Enter')
  await newEmail(page).fill(newAddress('zrusena'))
  await page.keyboard.press('Enter')
  await button(mainData, 'Poslať znova').press('Enter')
  await expect(mainData.getByText('Odkaz sme poslali znova.', { exact: false })).toBeVisible()
  await axe()
  await button(mainData, 'Zrušiť zmenu').press('Enter')
  await expect(mainData.getByText('Zmeniť e‑mail', { exact: true })).toBeVisible()
  await expect(mainData.getByText(reader.email)).toBeVisible()
})

test('R13.03 the name is changed where it is shown', async ({ page, axe }) => {
  await signInAs(page, await newReader(page, 'meni-meno'))
  await openSettings(page)
  const { mainData } = settings(page)
  await expect(mainData.getByText('neuvedené')).toBeVisible()
  await mainData.getByText('Zmeniť meno', { exact: true }).click()
  await field(mainData, 'Meno a priezvisko').fill('http://')
  await button(mainData, 'Uložiť meno').click()
  await expect(field(mainData, 'Meno a priezvisko')).toHaveAccessibleDescription(/Zadajte meno písmenami/)
  await field(mainData, 'Meno a priezvisko').fill('Ľubica Nezábudková')
  await button(mainData, 'Uložiť meno').click()
  await expect(mainData.getByText('Ľubica Nezábudková')).toBeVisible()
  await axe()
})

test('R13.03 a link that was used, or invented, says so and leads on', async ({ page, expectRefusal }) => {
  expectRefusal(422)
  await signIn(page, 'premium-card')
  for (const kind of ['change-email', 'take-back-email']) {
    await page.goto(`/login/${kind}/abcdefghijklmnopqrstuvwxyz`)
    await expect(loginScreen(page).title).toHaveText('Tento odkaz už neplatí')
  }
})
