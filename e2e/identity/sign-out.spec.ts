import {
  expect,
  newAddress,
  newReader,
  onAllOrigins,
  signIn,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { loginScreen } from './login-screen.ts'
import { atProvider } from './provider-page.ts'

test(
  'R4.01 signing out ends the session: the account area asks to sign in again',
  onAllOrigins,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await signIn(page, 'premium-card')
    await page.goto('/faq')
    await page.getByRole('button', { name: 'Odhlásiť sa' }).click()
    await expect(page).toHaveURL(/\/login/)
    const names = (await page.context().cookies()).map(cookie => cookie.name)
    expect(names.filter(name => ['ppp', 'pps', 'ppr', 'ppi'].includes(name))).toEqual([])
    await page.goto('/predplatne')
    await expect(page).toHaveURL(/\/login\?url=/)
  },
)

test('after signing out the login says so, and leads in again or back to reading', async ({ page, axe }) => {
  const screen = loginScreen(page)
  await page.goto('/login?signed_out')
  await expect(screen.title).toHaveText('Odhlásili sme vás.')
  await axe()
  await expect(screen.link('Späť k čítaniu')).toHaveAttribute('href', /^https:/)
  await screen.link('Prihlásiť sa znova').click()
  await expect(screen.title).toHaveText('Prihlásenie')
  await expect(screen.email).toBeFocused()
})

test('who is signed in after all is not told the contrary', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/login?signed_out')
  await expect(loginScreen(page).title).toHaveText('Už ste prihlásení.')
})

test('R2.28 who read in English is told so in English', onAllOrigins, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page, await newReader(page, 'anglicky'))
  await page.goto('/faq?lang=en')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(loginScreen(page).title).toHaveText('You are signed out.')
})

test('R13.18 an e-mail that was typed before a sign-in by a provider is not shown to the next person', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const screen = loginScreen(page)
  const email = newAddress('prva')
  const comeByGoogle = async () => {
    await page.goto('/login?url=/faq')
    await screen.email.fill(email)
    await screen.link('Pokračovať cez Google').click()
    await atProvider(page).continueAs(email)
    await expect(page).toHaveURL(`${siteOrigin()}/faq`)
  }
  await comeByGoogle()
  await page.getByRole('button', { name: 'Odhlásiť sa' }).click()
  await screen.link('Prihlásiť sa znova').click()
  await expect(screen.email).toBeFocused()
  await expect(screen.email).toHaveValue('')

  await comeByGoogle()
  await page.goto('/login')
  await screen.button('Prihlásiť sa ako niekto iný').click()
  await expect(screen.email).toBeFocused()
  await expect(screen.email).toHaveValue('')
})
