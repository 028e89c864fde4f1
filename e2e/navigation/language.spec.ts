import type { Page } from '@playwright/test'
import {
  expect,
  forgetSession,
  newReader,
  onAllOrigins,
  onSeveralOrigins,
  signIn,
  signInAs,
  siteOrigin,
  test,
} from '../fixtures.ts'

const language = (page: Page) => page.locator('html')

test('R2.28 a visitor changes the language by the address; the rest of it stays', async ({ page }) => {
  await page.goto('/faq?lang=en&q=card#x')
  await expect(page).toHaveURL(/\/faq\?q=card#x$/)
  await expect(page).toHaveTitle('Frequently asked questions - Profile')
  await expect(language(page)).toHaveAttribute('lang', 'en')

  await page.goto('/pre-firmy')
  await expect(page).toHaveTitle('Subscription for companies - Profile')
  await page.getByRole('link', { name: 'Slovenčina' }).click()
  await expect(page).toHaveURL(/\/pre-firmy$/)
  await expect(page).toHaveTitle('Predplatné pre firmy - Profil')
})

test('R13.14 R2.28 the other language is at the top of a page, nowhere below it, and leads to the very same place', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/e-maily?q=vola#temy')
  await expect(page.getByRole('searchbox')).toHaveValue('vola')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'English' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveTitle('Manage newsletters - Profile')
  await expect(page).toHaveURL(/\/e-maily\?q=vola#temy$/)
  await expect(page.getByRole('tab', { name: 'Topics' })).toHaveAttribute('aria-selected', 'true')
})

test('R2.28 R5.12 a language that is none changes nothing', async ({ page }) => {
  const documents: string[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) documents.push(request.url())
  })
  for (const value of ['de', 'constructor']) {
    await page.goto(`/pre-firmy?lang=${value}`)
    await expect(page).toHaveTitle('Predplatné pre firmy - Profil')
    await expect(language(page)).toHaveAttribute('lang', 'sk')
  }
  expect(documents).toHaveLength(2)
})

test("R2.28 a reader's language is saved, the page loads anew once, and every browser follows", async ({
  page,
  browser,
}) => {
  const reader = await newReader(page, 'jazyk')
  await signInAs(page, reader)
  const documents: string[] = []
  const saved: unknown[] = []
  page.on('request', request => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).search)
    if (request.method() === 'PATCH') saved.push(request.postDataJSON())
  })
  await page.goto('/predplatne?lang=en&x=1#device-list')
  await expect(page).toHaveURL(/\/predplatne\?x=1#device-list$/)
  await expect(page).toHaveTitle('Online subscription - Profile')
  expect(saved).toEqual([{ locale_code: 'en' }])
  expect(documents).toEqual(['?lang=en&x=1', '?x=1'])

  // The language that is in use already is no change.
  await page.goto('/predplatne?lang=en')
  await expect(page).toHaveURL(/\/predplatne$/)
  await expect(page).toHaveTitle('Online subscription - Profile')
  expect(saved).toHaveLength(1)

  const other = await browser.newPage()
  await signInAs(other, reader)
  await other.goto('/faq')
  await expect(other).toHaveTitle('Frequently asked questions - Profile')
  await other.close()
})

test(
  'R10.11 the login speaks the language that the address behind it asks for, and the way back keeps it',
  onSeveralOrigins,
  async ({ page }) => {
    const { email, password } = await newReader(page, 'jazyk')
    for (const path of ['/predplatne?lang=en', '/predplatne-cez-kod?activation_code=AB&lang=en']) {
      await page.goto(path)
      await expect(page).toHaveTitle('Sign in - Profile')
      await expect(language(page)).toHaveAttribute('lang', 'en')
      expect(new URL(page.url()).searchParams.get('url')).toBe(siteOrigin() + path)
      expect(new URL(page.url()).searchParams.has('lang')).toBe(false)
      await page.evaluate(() => localStorage.clear())
    }
    await page.goto('/predplatne?lang=en#device-list')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(/\/predplatne#device-list$/)
    await expect(page).toHaveTitle('Online subscription - Profile')

    // An unknown language, and an unknown address, request nothing.
    await forgetSession(page)
    await page.goto('/login')
    await page.evaluate(() => localStorage.clear())
    for (const url of ['/predplatne?lang=de', 'http://[?lang=en', '']) {
      await page.goto(`/login?${new URLSearchParams({ url })}`)
      await expect(page).toHaveTitle('Prihlásenie - Profil')
    }
  },
)

test(
  'R2.28 the login speaks the language that was read last, also where it has a host of its own and remembers another',
  onAllOrigins,
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/faq?lang=en')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page).toHaveTitle('Sign in - Profile')
    await page.goto('/faq?lang=sk')
    await expect(page).toHaveURL(/\/faq$/)
    await page.goto('/faq')
    await page.getByRole('link', { name: 'Prihlásiť sa' }).click()
    await expect(page).toHaveTitle('Prihlásenie - Profil')
  },
)

test('R2.28 a language that cannot be saved is told and loses nothing: the page opens in the former one', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  await page.route('**/rest/api/prv/v1/users/*', (route, request) =>
    request.method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await signIn(page, 'premium-card')
  await page.goto('/faq?lang=en')
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page).toHaveTitle('Časté otázky - Profil')
  await expect(page.getByRole('main')).toContainText('Jazyk sa nepodarilo zmeniť. ')
  await axe()
})
