import { byKeyboard } from '../axe/by-keyboard.ts'
import { demoReader, expect, onAllOrigins, signIn, siteOrigin, test } from '../fixtures.ts'
import { giveEmail, giveEmailAndPassword, letLinksOpen, loginScreen } from './login-screen.ts'

test(
  'R1.01 R2.26 journey, 0 presses after signing in: till when have I paid; the way leads back to where it began',
  onAllOrigins,
  async ({ page, axe, presses }) => {
    const screen = loginScreen(page)
    const keys = byKeyboard(page)
    const reader = await demoReader(page, 'premium-card')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/predplatne?a=1')
    await expect(page).toHaveURL(/\/login\?url=/)
    await expect(screen.title).toHaveText('Prihlásenie')
    await expect(page).toHaveTitle('Prihlásenie - Profil')
    await expect(screen.email).toBeFocused()
    await axe()

    await keys.write(screen.email, reader.email)
    await keys.press(screen.button('Pokračovať'))
    await expect(page).toHaveTitle('Zadajte heslo - Profil')
    await expect(screen.password).toBeFocused()
    await expect(page.getByText(reader.email, { exact: true })).toBeVisible()
    await axe()
    await keys.write(screen.password, reader.password)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${siteOrigin()}/predplatne?a=1`)
    presses.restart()
    const answer = page.locator('main h2').first()
    await expect(answer).toHaveText(/^Prémium\smáte do\s\d+\.\s\p{L}+\s\d{4}\.$/u)
    await expect(answer).toBeInViewport({ ratio: 1 })
    await presses.expect(0)
    await page.waitForLoadState('networkidle')

    // The way back leads past the password, to a page that knows who is signed in.
    await page.goBack()
    await expect(page).toHaveURL(/\/login\?url=/)
    await expect(screen.title).toHaveText('Už ste prihlásení.')
  },
)

test('R13.14 a wrong password is told at its field with the way to a new one; e-mail and password stay', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = loginScreen(page)
  const { email } = await demoReader(page, 'standard-bank-transfer')
  expectRefusal(422)
  await page.goto('/login')
  await giveEmailAndPassword(page, { email, password: 'nespravne' })
  await expect(screen.password).toHaveAccessibleDescription(/^Heslo nie je správne\./)
  await expect(screen.password).toBeFocused()
  await expect(screen.password).toHaveValue('nespravne')
  await expect(page.getByText(email, { exact: true })).toBeVisible()
  await axe()

  await screen.button('Zobraziť heslo').click()
  await expect(screen.password).toHaveAttribute('type', 'text')
  await axe()

  await screen.link('nastavte nové').click()
  await expect(screen.title).toHaveText('Zabudnuté heslo')
  await expect(screen.email).toHaveValue(email)
})

test('R13.14 the first field has the focus wherever there is one, and the page after the login its heading', async ({
  page,
}) => {
  const screen = loginScreen(page)
  for (const path of ['/login', '/login/registration', '/login/forgotten-password']) {
    await page.goto(path)
    await expect(screen.email, path).toBeFocused()
  }
  await page.goto('/login?url=/faq')
  await giveEmailAndPassword(page, await demoReader(page, 'premium-card'))
  await expect(page).toHaveURL(`${siteOrigin()}/faq`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('R13.14 each other way in carries its logo beside its words, on the grounds that its owner wants', async ({
  page,
}) => {
  await page.goto('/login')
  for (const [colorScheme, ground, words] of [
    ['light', 'rgb(255, 255, 255)', 'rgb(0, 0, 0)'],
    ['dark', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    for (const name of ['Google', 'Facebook', 'Apple']) {
      const way = page.getByRole('link', { name: `Pokračovať cez ${name}`, exact: true })
      await expect(way.locator('svg')).toBeVisible()
      await expect(way).toHaveCSS('background-color', ground)
      await expect(way).toHaveCSS('color', words)
    }
  }
})

test('R7.13 the steps are in the address: back, forward and a reload lose nothing', async ({ page }) => {
  const screen = loginScreen(page)
  const { email } = await demoReader(page, 'premium-no-ads')
  await page.goto('/login?url=/faq')
  await giveEmail(page, email)
  await expect(page).toHaveURL(/\/login\?url=%2Ffaq&step=password$/)
  await screen.password.fill('Rozpisane-1')

  await page.goBack()
  await expect(screen.email).toHaveValue(email)
  await page.goForward()
  await expect(screen.password).toHaveValue('Rozpisane-1')
  await screen.link('Zmeniť e-mail').click()
  await expect(screen.email).toHaveValue(email)
  await expect(screen.email).toBeFocused()

  await page.goBack()
  await page.reload()
  await expect(screen.password).toBeVisible()
  await expect(page.getByText(email, { exact: true })).toBeVisible()
})

test('password managers find the user name beside each password', async ({ page }) => {
  const screen = loginScreen(page)
  const { email } = await demoReader(page, 'premium-no-ads')
  await page.goto('/login')
  await expect(screen.email).toHaveAttribute('autocomplete', 'username webauthn')
  await giveEmail(page, email)
  await expect(screen.password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(email)
  await letLinksOpen(page)
  await page.goto('/login/activate/abcdefghijklmnopqrstuvwxyz')
  await expect(screen.newPassword).toHaveAttribute('autocomplete', 'new-password')
})

// One of our own by its looks, one of another scheme; contract/identity/return-address.test.ts has the rest.
const foreignAddresses = ['/\\evil.example', 'javascript:alert(document.domain)']
test('R2.26 the way on never leads to a foreign origin', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== siteOrigin()) foreign.push(request.url())
  })
  const { email } = await signIn(page, 'premium-card')
  for (const address of foreignAddresses) {
    await page.goto(`/login?url=${encodeURIComponent(address)}`)
    await page.getByRole('link', { name: `Pokračovať ako ${email}` }).click()
    await expect(page, address).toHaveURL(`${siteOrigin()}/predplatne`)
  }
  expect(foreign).toEqual([])
})

test('R2.26 a foreign url is not followed after a password either', async ({ page }) => {
  const reader = await demoReader(page, 'premium-card')
  await page.goto(`/login?url=${encodeURIComponent('https://evil.example/predplatne')}`)
  await giveEmailAndPassword(page, reader)
  await expect(page).toHaveURL(`${siteOrigin()}/predplatne`)
})

test('R2.27 with auth=access_denied it says why, also to one who is signed in', async ({
  page,
  axe,
  expectRefusal,
}) => {
  // The code in the address does not exist.
  expectRefusal(422)
  const screen = loginScreen(page)
  const target = '/predplatne-cez-kod?activation_code=ABCD'
  await page.goto(target)
  await expect(page).toHaveURL(/auth=access_denied/)
  await expect(page.getByText('Stránka, ktorú chcete otvoriť, je len pre')).toBeVisible()
  await axe()

  const reader = await signIn(page, 'premium-card')
  await page.reload()
  await expect(screen.title).toHaveText('Prihlásenie')
  await giveEmailAndPassword(page, reader)
  await expect(page).toHaveURL(`${siteOrigin()}${target}`)
})

test('who is signed in goes on, or signs in as someone else', async ({ page, axe }) => {
  const screen = loginScreen(page)
  const first = await signIn(page, 'premium-card')
  const second = await demoReader(page, 'premium-no-ads')
  await page.goto('/login?url=/faq')
  await expect(screen.title).toHaveText('Už ste prihlásení.')
  await expect(screen.link(`Pokračovať ako ${first.email}`)).toHaveAttribute('href', `${siteOrigin()}/faq`)
  await axe()

  await screen.button('Prihlásiť sa ako niekto iný').click()
  await expect(screen.title).toHaveText('Prihlásenie')
  await expect(screen.email).toBeFocused()
  await giveEmailAndPassword(page, second)
  await expect(page).toHaveURL(`${siteOrigin()}/faq`)
  await expect(page.getByText(second.email).first()).toBeVisible()
})

test('R9.06 no answer is no loss: the form says so and sends again', async ({ page, axe, expectRefusal }) => {
  const screen = loginScreen(page)
  const reader = await demoReader(page, 'premium-card')
  expectRefusal('offline')
  await page.goto('/login?url=/faq')
  await giveEmail(page, reader.email)
  await screen.password.fill(reader.password)
  await page.context().setOffline(true)
  await screen.button('Prihlásiť sa').click()
  await expect(page.getByRole('alert').filter({ hasText: 'Nemáte pripojenie na internet.' })).toBeVisible()
  await axe()
  await page.context().setOffline(false)
  await screen.button('Prihlásiť sa').click()
  await expect(page).toHaveURL(`${siteOrigin()}/faq`)
})

test('too many tries say when to go on, which stays the same while one waits', async ({
  page,
  expectRefusal,
}) => {
  let seconds = 290
  await page.clock.install()
  await page.route('**/username_check', route =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': String(seconds) },
      json: { errors: [{ key: 'too_many_requests', message: '' }] },
    }),
  )
  expectRefusal(429)
  await page.goto('/login')
  await giveEmail(page, 'ktokolvek@example.com')
  const alert = page.getByRole('alert').filter({ hasText: 'Znova to môžete skúsiť' })
  await expect(alert).toContainText('o 5 minút.')
  seconds = 7200
  await giveEmail(page, 'ktokolvek@example.com')
  await expect(alert).toContainText(/ po \d/)
  const told = await alert.textContent()
  await page.clock.fastForward('30:00')
  await loginScreen(page).email.fill('iny@example.com')
  expect(await alert.textContent()).toBe(told)
})
