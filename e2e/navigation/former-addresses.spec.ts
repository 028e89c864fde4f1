import { expect, signIn, siteOrigin, test } from '../fixtures.ts'

const redirects: readonly [requirement: string, from: string, to: string][] = [
  ['R2.14', '/manage-newsletters', '/e-maily'],
  ['R2.15', '/aktivacny-kod?coupon_code=AB-1', '/predplatne-cez-kod?activation_code=AB-1'],
  ['R2.15', '/coupon/list?coupon_code=%C4%8C+1', '/predplatne-cez-kod?activation_code=%C4%8C+1'],
  ['R2.16', '/change-password', '/nastavenia#main-data'],
  ['R2.16', '/heslo', '/nastavenia#main-data'],
  ['R2.17', '/change-locale', '/nastavenia#other-settings'],
  ['R2.17', '/jazyk', '/nastavenia#other-settings'],
  ['R2.18', '/diskusie', '/nastavenia?active_tab=discussion'],
  ['R2.19', '/manage-phone-number', '/nastavenia#mobile-number'],
  ['R2.19', '/mobilne-cislo', '/nastavenia#mobile-number'],
  ['R2.19', '/mobilne-cislo/overenie', '/nastavenia#mobile-number'],
  ['R2.19', '/mobilne-cislo/preposlat-overenie', '/nastavenia#mobile-number'],
  ['R2.20', '/manage-account', '/nastavenia#linked-accounts'],
  ['R2.20', '/prepojene-ucty', '/nastavenia#linked-accounts'],
  ['R2.20', '/prepojene-ucty/odstranit', '/nastavenia#linked-accounts'],
  ['R2.21', '/reklama', '/predplatne'],
  ['R2.21', '/home', '/predplatne'],
  ['R2.22', '/device-list', '/predplatne#device-list'],
  ['R2.23', '/adresy/dorucovacia', '/nastavenia#delivery-address'],
]

for (const [requirement, from, to] of redirects) {
  test(`${requirement} ${from} leads to ${to}`, async ({ page }) => {
    await signIn(page, 'premium-card')
    await page.goto('/faq')
    const answer = await page.goto(from)
    expect(answer?.status()).toBe(200)
    await expect(page).toHaveURL(siteOrigin() + to)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The former address is no step of its own.
    await page.goBack()
    await expect(page).toHaveURL(/\/faq$/)
  })
}

test('R2.24 other parameters are kept', async ({ page }) => {
  await signIn(page, 'premium-card')
  for (const [from, to] of [
    ['/heslo?a=1&a=2&utm_source=x', '/nastavenia?a=1&a=2&utm_source=x#main-data'],
    ['/coupon/list?utm_source=x&coupon_code=AB', '/predplatne-cez-kod?utm_source=x&activation_code=AB'],
    ['/diskusie?utm_source=x', '/nastavenia?utm_source=x&active_tab=discussion'],
    ['/device-list?utm_source=x', '/predplatne?utm_source=x#device-list'],
  ] as const) {
    await page.goto(from)
    await expect(page).toHaveURL(siteOrigin() + to)
  }
})

test('R2.24 each of them asks a visitor to sign in first', async ({ page }) => {
  for (const [, from] of redirects) {
    await page.goto(from)
    await expect(page, from).toHaveURL(/\/login\?/)
    expect(new URL(page.url()).searchParams.get('url')).toBe(siteOrigin() + from)
  }
})
