import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { shell } from './pages.ts'

const texts = {
  sk: { title: 'Stránka nenájdená - Profil', message: 'Stránka nenájdená.', back: 'Späť na profil' },
  en: { title: 'Page not found - Profile', message: 'Page not found.', back: 'Back to profile' },
} as const

for (const language of ['sk', 'en'] as const) {
  test(`R2.13 R2.02 an unknown address says so, without the menu: ${language}`, async ({
    page,
    axe,
    expectRefusal,
  }) => {
    expectRefusal(404)
    const { title, message, back } = texts[language]
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const answer = await page.goto(`/neznama/adresa?lang=${language}`)
      expect(answer?.status()).toBe(404)
      await expect(page).toHaveTitle(title)
      await expect(shell(page).title).toHaveText('404')
      await expect(page.getByRole('main').getByText(message, { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: back })).toHaveAttribute('href', '/predplatne')
      await expect(shell(page).menu).toHaveCount(0)
      await expect(shell(page).menuButton).toHaveCount(0)
      await axe()
    }
  })
}

test('R2.13 a signed-in reader finds the way back, and the menu with it', async ({ page, expectRefusal }) => {
  expectRefusal(404)
  const { email } = await signIn(page, 'premium-card')
  for (const path of [
    '/predplatne/x',
    '/PREDPLATNE',
    '/constructor',
    '/e-maily/odkaz',
    '/%C5%BE',
    '/%E0%A4%A',
    '//faq',
    '/faq//',
  ]) {
    // Whole, since `//faq` alone would be a host.
    await page.goto(`${siteOrigin()}${path}`)
    await expect(shell(page).title, path).toHaveText('404')
    await expect(shell(page).header.getByText(email)).toBeVisible()
  }
  await page.getByRole('link', { name: 'Späť na profil' }).click()
  await expect(page).toHaveTitle('Online predplatné - Profil')
  await expect(shell(page).menu).toBeVisible()
})

test('R13.14 R2.13 an address that is none of ours leads to the answers, too', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(404)
  await page.goto('/neznama/adresa')
  await page.getByRole('searchbox', { name: 'Hľadať v častých otázkach' }).fill('faktúra')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/faq\?q=fakt%C3%BAra$/)
  await expect(page.getByRole('searchbox', { name: 'Čo hľadáte?' })).toHaveValue('faktúra')
})

test('R2.13 a slash at the end is no other address', async ({ page }) => {
  for (const path of ['/faq/', '/e-maily/', '/pre-firmy/']) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(200)
    await expect(shell(page).menu.locator('[aria-current="page"]')).toBeVisible()
  }
})
