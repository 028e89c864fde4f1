import { expect, onSeveralOrigins, signIn, test } from '../fixtures.ts'
import { button, field, openSettings, settings } from '../settings-navigation/settings-screen.ts'

test(
  'R10.06 R3.12 the country that was chosen last begins the next address, in the shop on another host too',
  onSeveralOrigins,
  async ({ page }) => {
    await signIn(page, 'none')
    await openSettings(page)
    const { addresses } = settings(page)
    const country = page.getByLabel('Krajina')
    await button(addresses, 'Pridať adresu').click()
    await expect(country).toHaveValue('SK')
    await field(addresses, 'Krajina').selectOption('CZ')
    await page.reload()
    await button(addresses, 'Pridať adresu').click()
    await expect(country).toHaveValue('CZ')

    await page.goto('/predplatne')
    const origin = new URL(page.url()).origin
    await page.locator('main a[href*="/obchod"]').first().click()
    await expect(page).toHaveURL(/\/obchod/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const shop = new URL(page.url())
    expect(shop.searchParams.get('country')).toBe(shop.origin === origin ? null : 'CZ')
    // Written once the scripts have taken the rendered page over.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('profil_store_country'))).toBe('CZ')
    const begins = async (query: string) => {
      await page.goto(`${shop.origin}/obchod/premium_1y${query}`)
      await page
        .getByLabel(/faktúr/i)
        .first()
        .check()
      return country
    }
    await expect(await begins('')).toHaveValue('CZ')
    // Anything but a known country is ignored.
    for (const unknown of ['ZZ', 'cz', '', '"><b>']) {
      await expect(await begins(`?country=${encodeURIComponent(unknown)}`)).toHaveValue('CZ')
    }
    await page.evaluate(() => sessionStorage.clear())
    await expect(await begins('?country=AT')).toHaveValue('AT')
  },
)
