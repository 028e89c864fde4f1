import { layoutFaults, operationFaults } from '../axe/laws.ts'
import { lengthenTexts } from '../axe/pseudo-locale.ts'
import { demoReader, expect, test } from '../fixtures.ts'
import { letLinksOpen } from './login-screen.ts'

/** Screens with an address of their own; later steps are tested by the journeys. */
const screens = [
  ['/login?', 'Prihlásenie', 'Sign in'],
  ['/login?auth=access_denied', 'Prihlásenie', 'Sign in'],
  ['/login?signed_out', 'Odhlásili sme vás.', 'You are signed out.'],
  ['/login/registration?', 'Založte si účet', 'Create an account'],
  ['/login/forgotten-password?', 'Zabudnuté heslo', 'Forgotten password'],
  ['/login/activate/abcdefghijklmnopqrstuvwxyz?', 'Aktivujte si účet', 'Activate your account'],
  ['/login/new-password/abcdefghijklmnopqrstuvwxyz?', 'Zvoľte si nové heslo', 'Choose a new password'],
] as const

for (const [language, width] of [
  ['sk', 390],
  ['en', 1280],
] as const) {
  test(`R9.01 the login in ${language}`, async ({ page, axe }) => {
    await page.setViewportSize({ width, height: 800 })
    await letLinksOpen(page)
    for (const [address, slovak, english] of screens) {
      await page.goto(`${address}&lang=${language}`)
      const title = language === 'sk' ? slovak : english
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      await expect(page).toHaveTitle(
        `${title.replace('.', '')} - ${language === 'sk' ? 'Profil' : 'Profile'}`,
      )
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await axe()
      expect(await operationFaults(page), address).toEqual([])
    }
  })
}

test('on no screen of the login texts longer by 40 % are cut, lie over others or scroll sideways at 320 px', async ({
  page,
}) => {
  await lengthenTexts(page)
  await letLinksOpen(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.addInitScript(
    email => sessionStorage.setItem('profil_login_email', email),
    `${'velmi-dlhe-meno'.repeat(4)}@${'dlha-domena.'.repeat(3)}example.com`,
  )
  const steps = ['password', 'registration', 'sent'].map(step => `/login?step=${step}`)
  for (const address of [...screens.map(([address]) => address), ...steps]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await layoutFaults(page), address).toEqual([])
  }
})

test('R9.01 the language changes at once and keeps what was typed; errors follow it', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const { email } = await demoReader(page, 'gift-waiting')
  expectRefusal(422)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page).toHaveTitle('Sign in - Profile')
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByRole('button', { name: 'Continue' }).click()

  const password = page.getByLabel('Password', { exact: true })
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(password).toHaveAccessibleDescription(/^The password is not correct/)
  await axe()
  await page.getByRole('button', { name: 'Slovenčina' }).click()
  await expect(page.getByLabel('Heslo', { exact: true })).toHaveAccessibleDescription(/^Heslo nie je správne/)
  await expect(page.getByLabel('Heslo', { exact: true })).toHaveValue('wrong')
})
