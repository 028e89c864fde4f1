import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { accountPages, premiumReader, shell, siteName } from './pages.ts'

for (const language of ['sk', 'en'] as const) {
  for (const { requirement, path, ...page_ } of accountPages) {
    test(`${requirement} ${path} has its title, its heading and its place in the menu: ${language}`, async ({
      page,
    }) => {
      const { title, entry } = page_[language]
      const { email } = await signIn(page, premiumReader[language])
      await page.goto(path)
      await expect(page).toHaveTitle(`${title} - ${siteName[language]}`)
      await expect(shell(page).title).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(shell(page).header.getByText(email)).toBeVisible()
      await expect(shell(page).menu.getByRole('link')).toHaveText(
        accountPages.flatMap(each => each[language].entry ?? []),
      )
      const current = shell(page).menu.locator('[aria-current="page"]')
      await expect(current).toHaveText(entry === undefined ? [] : [entry])
    })
  }
}

test('R2.01 the title of the document follows the reader through the menu, back and forward', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  const walk = accountPages.filter(({ sk }) => sk.entry !== undefined)
  for (const { path, sk } of walk) {
    await shell(page)
      .menu.getByRole('link', { name: sk.entry ?? '' })
      .click()
    await expect(page).toHaveTitle(`${sk.title} - Profil`)
    await expect(page).toHaveURL(siteOrigin() + path)
  }
  await page.goBack()
  await expect(page).toHaveTitle('Časté otázky - Profil')
  await page.goForward()
  await expect(page).toHaveTitle('Predplatné cez kód - Profil')
})

for (const { requirement, path, login, sk } of accountPages) {
  const what = login ? 'asks a visitor to sign in and to come back' : 'is open to a visitor'
  test(`${requirement} R2.26 ${path} ${what}`, async ({ page }) => {
    await page.goto(`${path}?utm_source=list#x`)
    if (login) {
      await expect(page).toHaveURL(/\/login\?/)
      const query = Object.fromEntries(new URL(page.url()).searchParams)
      expect(query).toEqual({ url: `${siteOrigin()}${path}?utm_source=list#x` })
    } else {
      await expect(page).toHaveTitle(`${sk.title} - Profil`)
      await expect(shell(page).header.getByRole('link', { name: 'Prihlásiť sa' })).toBeVisible()
    }
  })
}

test('R2.27 with a code, the login is told why it is asked', async ({ page }) => {
  await page.goto('/predplatne-cez-kod?activation_code=AB-12')
  await expect(page).toHaveURL(/\/login\?/)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    url: `${siteOrigin()}/predplatne-cez-kod?activation_code=AB-12`,
    auth: 'access_denied',
  })
})

test('R2.05 the root leads to the subscription, its query goes along; a visitor signs in first', async ({
  page,
}) => {
  await page.goto('/?utm_source=mail')
  await expect(page).toHaveURL(/\/login\?/)
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${siteOrigin()}/?utm_source=mail`)

  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  await page.goto('/?utm_source=mail')
  await expect(page).toHaveURL(`${siteOrigin()}/predplatne?utm_source=mail`)
  await expect(page).toHaveTitle('Online predplatné - Profil')
  await page.goBack()
  await expect(page).toHaveURL(/\/pre-firmy$/)
})

test('R2.03 the header has two logos that lead to the newspaper and to the profile', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/faq')
  const { header } = shell(page)
  await expect(header.getByRole('link', { name: 'Denník', exact: true })).toHaveAttribute(
    'href',
    'https://dennik.example',
  )
  await header.getByRole('link', { name: 'Profil', exact: true }).click()
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R2.03 on a phone the e-mail is in the menu, whole', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { email } = await signIn(page, 'premium-card')
  await page.goto('/faq')
  await shell(page).menuButton.click()
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
  await expect(shell(page).menu).toBeVisible()
})
