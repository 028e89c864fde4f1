import { expect, onAllOrigins, signIn, test } from '../fixtures.ts'
import { loginScreen } from './login-screen.ts'

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
