import { expect, forgetSession, linkIn, mailTo, newAddress, newReader, signIn, test } from '../fixtures.ts'
import { giveEmail, giveEmailAndPassword, letLinksOpen, loginScreen, refuseLinks } from './login-screen.ts'

test('R4.15 a forgotten password is replaced by mail: the new one works, the former one and other sessions do not', async ({
  page,
  browser,
  axe,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  const { email, password } = await newReader(page, 'zabudlivy')
  const elsewhere = await browser.newContext()
  const otherDevice = await elsewhere.newPage()
  await otherDevice.goto('/login')
  await giveEmailAndPassword(otherDevice, { email, password })
  await expect(otherDevice).toHaveURL(/\/predplatne$/)

  await page.goto('/login')
  await giveEmail(page, email)
  await screen.link('Zabudli ste heslo?').click()
  await expect(screen.title).toHaveText('Zabudnuté heslo')
  await expect(screen.email).toHaveValue(email)
  await axe()
  await screen.button('Poslať odkaz').click()
  await expect(screen.title).toHaveText('Pozrite si e-mail')
  await expect(screen.title).toBeFocused()
  await axe()

  const link = linkIn(await mailTo(page, email, '/login/new-password/'), '/login/new-password/')
  await page.goto(link)
  await expect(screen.title).toHaveText('Zvoľte si nové heslo')
  await screen.newPassword.fill('Uplne-nove-2')
  await axe()
  await screen.button('Uložiť heslo').click()
  await expect(page).toHaveURL(/\/predplatne$/)

  await otherDevice.goto('/predplatne')
  await expect(otherDevice.getByRole('dialog', { name: 'Vaše prihlásenie sa skončilo.' })).toBeVisible()
  await elsewhere.close()

  await forgetSession(page)
  expectRefusal(422)
  await page.goto('/login')
  await giveEmailAndPassword(page, { email, password })
  await expect(screen.password).toHaveAccessibleDescription(/Heslo nie je správne/)
  await screen.password.fill('Uplne-nove-2')
  await screen.button('Prihlásiť sa').click()
  await expect(page).toHaveURL(/\/predplatne$/)

  // The link works once.
  await forgetSession(page)
  await page.goto(link)
  await expect(screen.title).toHaveText('Tento odkaz už neplatí.')
  await expect(screen.newPassword).toHaveCount(0)
  await axe()
  await screen.link('Poslať nový odkaz').click()
  await expect(screen.title).toHaveText('Zabudnuté heslo')
})

test('a forgotten password: an unknown address sees the same as a known one', async ({ page }) => {
  const screen = loginScreen(page)
  const email = newAddress('neznamy')
  await page.goto('/login/forgotten-password')
  await screen.email.fill(email)
  await screen.button('Poslať odkaz').click()
  await expect(screen.title).toHaveText('Pozrite si e-mail')
  await expect(page.getByText(`Ak k adrese ${email} patrí účet`)).toBeVisible()
})

test('R1.15 a link for a new password that has expired, was cut off or invented says so before anything is typed', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  expectRefusal(422)
  expectRefusal(400)
  for (const token of ['cut', 'abcdefghijklmnopqrstuvwxyz']) {
    await page.goto(`/login/new-password/${token}`)
    await expect(screen.title).toHaveText('Tento odkaz už neplatí.')
    await expect(screen.newPassword).toHaveCount(0)
  }
  await refuseLinks(page, 'password_link_expired')
  await page.goto('/login/new-password/abcdefghijklmnopqrstuvwxyz')
  await expect(screen.title).toHaveText('Platnosť odkazu sa skončila.')
  await expect(screen.newPassword).toHaveCount(0)
  await axe()
})

test('a link that stopped working while its form was open says so after the form', async ({
  page,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  expectRefusal(422)
  await letLinksOpen(page)
  await page.goto('/login/new-password/abcdefghijklmnopqrstuvwxyz')
  await screen.newPassword.fill('Uplne-nove-2')
  await screen.button('Uložiť heslo').click()
  await expect(screen.title).toHaveText('Tento odkaz už neplatí.')
})

test('R1.15 where a link can not be looked at, its form is there all the same', async ({
  page,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  expectRefusal(500)
  await page.route('**/login/mailed-links/**', route => route.fulfill({ status: 500 }))
  await page.goto('/login/new-password/abcdefghijklmnopqrstuvwxyz')
  await expect(screen.title).toHaveText('Zvoľte si nové heslo')
})

test('opening a mailed link changes nothing: it still works, and the one who is signed in stays so', async ({
  page,
}) => {
  const screen = loginScreen(page)
  const { email } = await newReader(page, 'otvaraci')
  await page.goto('/login/forgotten-password')
  await screen.email.fill(email)
  await screen.button('Poslať odkaz').click()
  const link = linkIn(await mailTo(page, email, '/login/new-password/'), '/login/new-password/')
  const reader = await signIn(page, 'premium-card')
  for (const _ of ['once', 'twice']) {
    await page.goto(link)
    await expect(screen.title).toHaveText('Zvoľte si nové heslo')
  }
  await page.goto('/login')
  await expect(page.getByText(`je prihlásený účet ${reader.email}`)).toBeVisible()
})
