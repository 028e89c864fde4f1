import { expect, onSeveralOrigins, signIn, siteOrigin, test } from '../fixtures.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test(
  'R2.28 R9.01 the language is saved, and the page comes anew in it, where it was',
  onSeveralOrigins,
  async ({ page, axe }) => {
    await signIn(page, 'gift-waiting')
    await openSettings(page, '/nastavenia#other-settings')
    const { other } = settings(page)
    await button(other, 'Uložiť jazyk').click()
    await expect(other.getByText('Tento jazyk už máte nastavený.')).toBeVisible()
    await field(other, 'Jazyk stránok a\u00a0e\u2011mailov').selectOption('en')
    await button(other, 'Uložiť jazyk').click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile settings')
    await expect(page).toHaveURL(/\/nastavenia#other-settings$/)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await axe()
    const english = page.getByRole('region', { name: 'Language and security' })
    await field(english, 'Language of the pages and e\u2011mails').selectOption('sk')
    await button(english, 'Save the language').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nastavenia profilu')
  },
)

test('R2.28 a language that was changed in another browser is saved back by one that does not know of it', async ({
  page,
}) => {
  await signIn(page, 'gift-waiting')
  await openSettings(page, '/nastavenia#other-settings')
  const { other } = settings(page)
  await expect(button(other, 'Uložiť jazyk')).toBeVisible()
  const cookies = await page.context().cookies()
  const own = `/rest/api/prv/v1/users/${cookies.find(({ name }) => name === 'ppi')?.value}`
  const changed = await page.request.patch(own, {
    data: { locale_code: 'en' },
    headers: { origin: siteOrigin() },
  })
  expect(await changed.json()).toMatchObject({ locale_code: 'en' })

  await button(other, 'Uložiť jazyk').click()
  await expect(other.getByText('Tento jazyk už máte nastavený.')).toBeVisible()
  expect(await (await page.request.get(own)).json()).toMatchObject({ locale_code: 'sk' })
})
