import { demoReader, expect, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'
import { giveEmail, loginScreen } from './login-screen.ts'

const former = 'prvy@example.com'
const corrected = 'opraveny@example.com'

for (const { address, path, button } of [
  { address: '/login', path: '**/username_check', button: 'Pokračovať' },
  { address: '/login/registration', path: '**/registration', button: 'Založiť účet' },
  { address: '/login/forgotten-password', path: '**/login/forgotten-password', button: 'Poslať odkaz' },
]) {
  test(`R7.13 an e-mail corrected during a slow answer stays, and is asked for anew: ${address}`, async ({
    page,
  }) => {
    const screen = loginScreen(page)
    const { asked, letGo } = await hold(page, path)
    await page.goto(address)
    await screen.email.fill(former)
    await screen.button(button).click()
    await asked()
    await screen.email.fill(corrected)
    await letGo()
    await expect(screen.email).toHaveValue(corrected)
    await screen.button(button).click()
    await expect(page).toHaveURL(/step=/)
    await expect(page.getByText(corrected)).toBeVisible()
  })
}

test('R7.13 who goes to another step of the login during a slow answer stays there', async ({ page }) => {
  const screen = loginScreen(page)
  const { email } = await demoReader(page, 'premium-card')
  await page.goto('/login')
  await giveEmail(page, email)
  const { asked, letGo } = await hold(page, '**/login/sign-in-link')
  await screen.button('Poslať odkaz na prihlásenie').click()
  await asked()
  await screen.link('Zmeniť e-mail').click()
  await screen.email.fill(corrected)
  await letGo()
  await expect(screen.title).toHaveText('Prihlásenie')
  await expect(screen.email).toHaveValue(corrected)
})
