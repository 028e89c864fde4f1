import { expect, signIn, siteOrigin, test } from '../fixtures.ts'

const redirects: readonly [from: string, to: string][] = [
  ['/manage-newsletters', '/e-maily'],
  ['/aktivacny-kod?coupon_code=AB-1', '/predplatne-cez-kod?activation_code=AB-1'],
  ['/coupon/list?coupon_code=%C4%8C+1', '/predplatne-cez-kod?activation_code=%C4%8C+1'],
  ['/change-password', '/nastavenia#main-data'],
  ['/heslo', '/nastavenia#main-data'],
  ['/change-locale', '/nastavenia#other-settings'],
  ['/jazyk', '/nastavenia#other-settings'],
  ['/diskusie', '/nastavenia?active_tab=discussion'],
  ['/manage-phone-number', '/nastavenia#mobile-number'],
  ['/mobilne-cislo', '/nastavenia#mobile-number'],
  ['/mobilne-cislo/overenie', '/nastavenia#mobile-number'],
  ['/mobilne-cislo/preposlat-overenie', '/nastavenia#mobile-number'],
  ['/manage-account', '/nastavenia#linked-accounts'],
  ['/prepojene-ucty', '/nastavenia#linked-accounts'],
  ['/prepojene-ucty/odstranit', '/nastavenia#linked-accounts'],
  ['/reklama', '/predplatne'],
  ['/home', '/predplatne'],
  ['/device-list', '/predplatne#device-list'],
  ['/adresy/dorucovacia', '/nastavenia#delivery-address'],
]

test('R2.14 R2.15 R2.16 R2.17 R2.18 R2.19 R2.20 R2.21 R2.22 R2.23 R2.24 each former address leads to the new one and is no step of its own', async ({
  page,
  expectRefusal,
}) => {
  // The codes in the former addresses are looked up at once, and do not exist.
  expectRefusal(422)
  await signIn(page, 'premium-card')
  await page.goto('/faq')
  for (const [from, to] of redirects) {
    expect((await page.request.get(from)).status(), from).toBe(200)
    // As a link in an answer would lead there, without a load of the page.
    await page.evaluate(address => {
      const link = document.createElement('a')
      link.href = address
      document.body.append(link)
      link.click()
      link.remove()
    }, from)
    await expect(page).toHaveURL(siteOrigin() + to)
    await page.goBack()
    await expect(page).toHaveURL(/\/faq$/)
  }
})

test('R2.24 also from other sites, and other parameters are kept', async ({ page, expectRefusal }) => {
  expectRefusal(422)
  await signIn(page, 'premium-card')
  await page.goto('/faq')
  for (const [from, to] of [
    ['/heslo?a=1&a=2&utm_source=x', '/nastavenia?a=1&a=2&utm_source=x#main-data'],
    ['/coupon/list?utm_source=x&coupon_code=AB', '/predplatne-cez-kod?utm_source=x&activation_code=AB'],
    ['/diskusie?utm_source=x', '/nastavenia?utm_source=x&active_tab=discussion'],
    ['/device-list?utm_source=x', '/predplatne?utm_source=x#device-list'],
  ] as const) {
    expect((await page.goto(from))?.status()).toBe(200)
    await expect(page).toHaveURL(siteOrigin() + to)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
})

test('R2.24 each of them asks a visitor to sign in first', async ({ page }) => {
  // Unit tests cover every redirect; here the navigation and its return address.
  for (const [from] of redirects.filter((_, place) => place % 9 === 0)) {
    await page.goto(from)
    await expect(page, from).toHaveURL(/\/login\?/)
    expect(new URL(page.url()).searchParams.get('url')).toBe(siteOrigin() + from)
  }
})

test('R2.15 R2.27 who comes with a code to a former address is told why to sign in', async ({ page }) => {
  for (const [path, told] of [
    ['/aktivacny-kod?coupon_code=AB-1', true],
    ['/coupon/list?coupon_code=', true],
    ['/predplatne-cez-kod?activation_code=AB-1', true],
    ['/coupon/list?utm_source=x', false],
    ['/heslo?coupon_code=AB-1', false],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prihlásenie')
    const query = new URL(page.url()).searchParams
    expect(query.get('auth'), path).toBe(told ? 'access_denied' : null)
    expect(query.get('url'), path).toBe(siteOrigin() + path)
    await expect(page.getByText('je len pre prihlásených čitateľov'), path).toHaveCount(told ? 1 : 0)
  }
})
