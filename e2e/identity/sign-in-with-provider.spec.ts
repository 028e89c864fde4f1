import {
  demoReader,
  expect,
  forgetSession,
  mailTo,
  newAddress,
  onSeveralOrigins,
  siteOrigin,
  test,
} from '../fixtures.ts'
import { loginScreen } from './login-screen.ts'
import { atProvider } from './provider-page.ts'

test(
  'R1.10 somebody new comes by Google to where they were going, and next time too',
  onSeveralOrigins,
  async ({ page, axe, expectRefusal }) => {
    const screen = loginScreen(page)
    const email = newAddress('nova')
    // The code in the address does not exist.
    expectRefusal(422)
    await page.goto('/predplatne-cez-kod?activation_code=ABCD')
    await expect(screen.title).toHaveText('Prihlásenie')
    await axe()
    await screen.link('Pokračovať cez Google').click()
    // The provider's page is accessible too, as a part of the demo.
    await expect(screen.title).toHaveText('Kým ste na Google?')
    await axe()
    await atProvider(page).continueAs(email)
    await expect(page).toHaveURL(`${siteOrigin()}/predplatne-cez-kod?activation_code=ABCD`)
    await expect(page.getByText(email).first()).toBeVisible()
    await mailTo(page, email, 'cez Google')

    await forgetSession(page)
    await page.goto('/login/registration')
    await screen.link('Pokračovať cez Google').click()
    await atProvider(page).continueAs(email)
    await expect(page).toHaveURL(`${siteOrigin()}/predplatne`)
    await expect(page.getByText(email).first()).toBeVisible()
  },
)

test('R1.10 somebody new comes by Apple, whose answer is a form from another site', async ({ page }) => {
  const email = newAddress('jablko')
  await page.goto('/login?url=/faq')
  await loginScreen(page).link('Pokračovať cez Apple').click()
  await atProvider(page).continueAs(email)
  await expect(page).toHaveURL(`${siteOrigin()}/faq`)
  await expect(page.getByText(email).first()).toBeVisible()
})

test('R8.11 a refusal is told in the reader’s language, and the other way in is right below', async ({
  page,
  axe,
}) => {
  const { email } = await demoReader(page, 'premium-card')
  await page.goto('/login?lang=en&url=/faq')
  const google = page.getByRole('link', { name: 'Continue with Google' })
  await google.click()
  await atProvider(page).continueAs(email)
  const main = page.getByRole('main')
  const told = main.getByRole('alert')
  await expect(told).toContainText(/A profile with this e.mail address already exists\./)
  await expect(main.locator(':focus')).toContainText(/A profile with this e.mail address already exists\./)
  await axe()
  // The e-mail is there already, and the address tells neither it nor the outcome.
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(page).toHaveURL(/\/login\?url=[^&]*faq$/)
  expect(await page.context().cookies()).not.toContainEqual(
    expect.objectContaining({ name: 'profil_email_hint' }),
  )
  await page.reload()
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await expect(told).toHaveCount(0)
  // Where one was going is not forgotten.
  await expect(page).toHaveURL(/[?&]url=/)

  await google.click()
  await atProvider(page).cancel()
  await expect(main).toContainText('You cancelled signing in with Google. Nothing has changed.')
  await page.getByRole('link', { name: 'Continue with Facebook' }).click()
  await atProvider(page).continueAs(newAddress('fejs'))
  await expect(main).toContainText(/Facebook did not confirm your e.mail address to us\./)
  await axe()
  await page.getByLabel('E-mail').fill(newAddress('fejs'))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an account')
  await expect(page.getByText('Facebook did not confirm')).toHaveCount(0)
})
