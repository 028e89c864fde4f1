import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, forgetSession, linkIn, mailTo, newAddress, newReader, test } from '../fixtures.ts'
import { giveEmail, giveEmailAndPassword, letLinksOpen, loginScreen, refuseLinks } from './login-screen.ts'

test('R4.04 R7.13 R7.14 R7.15 a new reader registers, activates the account by mail and is signed in', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const keys = byKeyboard(page)
  const screen = loginScreen(page)
  const email = newAddress('nova.citatelka')
  await page.goto('/login')
  await giveEmail(page, email)

  await expect(screen.title).toHaveText('Založte si účet')
  await expect(page).toHaveURL(/\/login\?step=registration$/)
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await axe()
  await keys.press(screen.button('Založiť účet'))

  await expect(screen.title).toHaveText('Pozrite si e-mail')
  await expect(page.getByText(`Na adresu ${email} sme poslali`)).toBeVisible()
  await axe()

  const link = linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/')
  await page.goto(link)
  await expect(screen.title).toHaveText('Aktivujte si účet')
  await keys.write(screen.newPassword, 'Nove-heslo-1')
  await axe()
  await keys.press(screen.button('Aktivovať účet'))
  await expect(page).toHaveURL(/\/predplatne$/)
  await expect(page.getByText(email)).toBeVisible()

  // The link works once.
  await forgetSession(page)
  expectRefusal(422)
  await page.goto(link)
  await expect(screen.title).toHaveText('Tento odkaz už neplatí.')
  await axe()
  await keys.press(screen.link('Prihlásiť sa'))
  await giveEmailAndPassword(page, { email, password: 'Nove-heslo-1' })
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R4.04 an activation link that was replaced by a newer one is refused, the newer one works', async ({
  page,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  const email = newAddress('dvakrat')
  await page.goto('/login/registration')
  await screen.email.fill(email)
  await screen.button('Založiť účet').click()
  const first = linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/')

  await screen.button('Poslať znova').click()
  await expect(page.getByRole('main').getByText('Správu sme poslali ešte raz.')).toBeVisible()
  const other = new RegExp(`/login/activate/(?!${new URL(first).pathname.split('/').at(-1)})`)
  const second = linkIn(await mailTo(page, email, other), '/login/activate/')

  expectRefusal(422)
  await page.goto(first)
  await expect(screen.title).toHaveText('Tento odkaz už neplatí.')
  await expect(screen.newPassword).toHaveCount(0)
  await page.goto(second)
  await screen.newPassword.fill('Nove-heslo-1')
  await screen.button('Aktivovať účet').click()
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R4.04 an activation link that has expired leads to a new one', async ({ page, axe, expectRefusal }) => {
  const screen = loginScreen(page)
  expectRefusal(422)
  await refuseLinks(page, 'activation_link_expired')
  await page.goto('/login/activate/abcdefghijklmnopqrstuvwxyz')
  await expect(screen.title).toHaveText('Platnosť odkazu sa skončila.')
  await axe()
  await screen.link('Poslať nový odkaz').click()
  await expect(screen.title).toHaveText('Založte si účet')
})

test('R7.15 a known address sees the same as an unknown one, and is told by mail that it has an account', async ({
  page,
}) => {
  const screen = loginScreen(page)
  const { email } = await newReader(page, 'znamy')
  await page.goto('/login/registration')
  await screen.email.fill(email)
  await screen.button('Založiť účet').click()
  await expect(screen.title).toHaveText('Pozrite si e-mail')
  await expect(page.getByText(`Na adresu ${email} sme poslali`)).toBeVisible()
  await mailTo(page, email, 'Účet už máte')
})

test('R5.03 the rules of a password are ticked off while it is typed, and hold before anything is sent', async ({
  page,
}) => {
  const screen = loginScreen(page)
  await letLinksOpen(page)
  await page.goto('/login/activate/abcdefghijklmnopqrstuvwxyz')
  const rule = (text: string) => page.locator('span[data-met]', { hasText: text })
  await expect(rule('aspoň 8 znakov')).toHaveAttribute('data-met', 'false')

  await screen.newPassword.pressSequentially('Heslo-1')
  await expect(rule('aspoň 8 znakov')).toHaveAttribute('data-met', 'false')
  await expect(rule('aspoň jedna číslica')).toHaveAttribute('data-met', 'true')
  await expect(rule('veľké písmeno')).toHaveAttribute('data-met', 'true')
  await screen.button('Aktivovať účet').click()
  await expect(screen.newPassword).toBeFocused()
  await expect(screen.newPassword).toHaveAccessibleDescription(/Heslo musí mať aspoň 8\sznakov/)

  await screen.newPassword.fill('Žltá-kôň-123')
  await expect(rule('bez diakritiky')).toHaveAttribute('data-met', 'false')
  await screen.newPassword.fill('Heslo-1234')
  await expect(page.locator('span[data-met="false"]')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: 'Heslo spĺňa všetky podmienky.' })).toBeAttached()
})

test('R5.01 R5.15 what the server says of an e-mail stands at the field, and nothing typed is lost', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  expectRefusal(422)
  await page.goto('/login/registration')
  await screen.button('Založiť účet').click()
  await expect(screen.email).toHaveAccessibleDescription('Toto pole je požadované')
  await screen.email.fill('nie je e-mail')
  await screen.button('Založiť účet').click()
  await expect(screen.email).toHaveAccessibleDescription('Toto nie je platná e\u2011mailová adresa')
  await expect(screen.email).toBeFocused()
  await expect(screen.email).toHaveValue('nie je e-mail')
  await axe()
})
