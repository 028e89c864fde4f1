import {
  expect,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  register,
  signIn,
  signInAs,
  test,
} from '../fixtures.ts'
import { giveEmailAndPassword, loginScreen } from '../identity/login-screen.ts'
import { administratorBeside } from './administrator.ts'

const invitation = '/login/invitation/'

test('R9.03 R8.08 somebody without an account is invited, registers, takes the access and reads', async ({
  page,
  playwright,
  axe,
}) => {
  const owner = await administratorBeside(playwright, page, 'family')
  const email = newAddress('rodina')
  const access = await owner.add(email)
  const mail = await mailTo(page, email, invitation)
  expect(mail.subject).toBe('Viera Kostková vás pozýva do rodinného predplatného')
  const screen = loginScreen(page)

  await page.goto(linkIn(mail, invitation))
  await expect(screen.title).toHaveText('Pozvanie do rodinného predplatného')
  await expect(page).toHaveTitle('Pozvanie do rodinného predplatného - Profil')
  await expect(page.getByText('Viera Kostková vás pozýva čítať spolu: Prémium do')).toBeVisible()
  await axe()
  await screen.link('Založiť účet').click()
  await expect(screen.title).toHaveText('Založte si účet')

  await register(page, email)
  await page.goto(linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/'))
  await screen.newPassword.fill('Nove-heslo-1')
  await screen.button('Aktivovať účet').click()
  // Back at the invitation, though the mail of the activation knew nothing of it.
  await expect(screen.title).toHaveText('Pozvanie do rodinného predplatného')
  await expect(
    page.getByText(`Prístup dostane účet ${email}. Jeho adresu uvidí ten, kto vás pozval.`),
  ).toBeVisible()
  await axe()
  await screen.button('Prijať prístup').click()
  await expect(screen.title).toHaveText(/^Hotovo, Prémium máte do/)
  await expect(screen.title).toBeFocused()
  await axe()
  await screen.link('Prejsť na predplatné').click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    /^Prémium z\srodinného predplatného máte do/,
  )

  await owner.deactivate(access)
  await page.reload()
  await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(/rodinného/)
  await owner.close()
})

test('R8.08 who has an account signs in on the way, and the link is dead once it is used', async ({
  page,
  playwright,
  expectRefusal,
}) => {
  const reader = await newReader(page, 'kolega')
  const boss = await administratorBeside(playwright, page, 'company-admin')
  const access = await boss.add(reader.email)
  const link = linkIn(await mailTo(page, reader.email, invitation), invitation)
  const screen = loginScreen(page)
  await page.goto(link)
  await expect(screen.title).toHaveText('Máte prístup k\u00a0predplatnému')
  await screen.link('Prihlásiť sa').click()
  await giveEmailAndPassword(page, reader)
  await expect(page).toHaveURL(link)
  await screen.button('Prijať prístup').click()
  await expect(screen.title).toHaveText(/^Hotovo/)

  expectRefusal(422)
  await page.goto(link)
  await expect(screen.title).toHaveText('Táto pozvánka už neplatí.')
  await boss.deactivate(access)
  await boss.close()
})

test('R8.08 a link that is open when its access is ended is dead at once', async ({
  page,
  playwright,
  axe,
  expectRefusal,
}) => {
  await signInAs(page, await newReader(page, 'byvaly'))
  const boss = await administratorBeside(playwright, page, 'company-admin')
  const access = await boss.add(newAddress('byvaly'))
  const screen = loginScreen(page)
  await page.goto(new URL(access.activation_url ?? '').pathname)
  await expect(screen.button('Prijať prístup')).toBeVisible()
  await boss.deactivate(access)
  await boss.close()
  expectRefusal(422)
  await screen.button('Prijať prístup').click()
  await expect(screen.title).toHaveText('Táto pozvánka už neplatí.')
  await expect(screen.title).toBeFocused()
  await axe()
})

test('R8.08 an administrator is told that the own invitation is for somebody else', async ({
  page,
  playwright,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'family')
  const owner = await administratorBeside(playwright, page, 'family')
  const access = await owner.add(newAddress('vlastna'))
  const screen = loginScreen(page)
  await page.goto(new URL(access.activation_url ?? '').pathname)
  expectRefusal(422)
  await screen.button('Prijať prístup').click()
  await expect(screen.title).toHaveText('Toto je vaša vlastná pozvánka.')
  await axe()
  await owner.deactivate(access)
  await owner.close()
})

test('R8.08 an unknown link says what to do, in both languages', async ({ page, axe, expectRefusal }) => {
  expectRefusal(404)
  await page.goto(`${invitation}${'x'.repeat(44)}`)
  const screen = loginScreen(page)
  await expect(screen.title).toHaveText('Takúto pozvánku nepoznáme.')
  await axe()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(screen.title).toHaveText('We do not know this invitation.')
})

test('an invitation that can not be read offers another try', async ({ page, axe, expectRefusal }) => {
  expectRefusal(500)
  await page.route('**/family-requests/*', route => route.fulfill({ status: 500, body: '' }))
  await page.goto(`${invitation}${'x'.repeat(44)}`)
  await expect(loginScreen(page).title).toHaveText('Pozvánku sa nepodarilo načítať.')
  await axe()
  await page.unroute('**/family-requests/*')
  expectRefusal(404)
  await page.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(loginScreen(page).title).toHaveText('Takúto pozvánku nepoznáme.')
})
