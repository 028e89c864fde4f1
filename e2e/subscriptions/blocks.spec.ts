import { expect, signIn, test } from '../fixtures.ts'
import { said, subscriptionScreen } from './subscription-screen.ts'

test('R2.06 attempts at a renewal that failed are one row among the documents', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'renewal-failed')
  await page.goto('/predplatne')
  const { documents } = subscriptionScreen(page)
  const rows = documents.getByRole('listitem')
  await expect(rows.first()).toContainText(/^Prémium.+\d+\sneúspešn\p{L}+\spokus\p{L}*\so\splatbu/u)
  await expect(rows.getByText('platba kartou sa nepodarila')).toHaveCount(0)
  await expect(documents.getByRole('link').first()).toBeVisible()
  await axe()
})

test('R8.13 subscriptions that fail to load say so and are tried again; the other blocks stand', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal(500)
  await signIn(page, 'premium-card')
  await page.route('**/subscriptions', route => route.fulfill({ status: 500, json: { errors: [] } }))
  await page.goto('/predplatne')
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Predplatné sa nepodarilo načítať. Načítajte, prosím, stránku znova.' })
  await expect(alert).toBeVisible()
  await expect(screen.documents.getByRole('listitem').first()).toBeVisible()
  await expect(screen.devices.getByRole('listitem').first()).toBeVisible()
  await axe()
  await page.unroute('**/subscriptions')
  await alert.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(screen.answers.first()).toHaveText(said('Prémium máte do DAY'))
})

test('R2.06 documents and devices fail and are tried again each by itself; the answer stands', async ({
  page,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal('offline')
  await signIn(page, 'premium-card')
  const calls = { documents: '**/payments?*', devices: '**/devices' }
  for (const call of Object.values(calls))
    await page.route(call, route => route.abort('internetdisconnected'))
  await page.goto('/predplatne')
  await expect(screen.answers.first()).toHaveText(said('Prémium máte do DAY'))
  for (const [what, failed] of [
    ['documents', 'Doklady sa nepodarilo načítať.'],
    ['devices', 'Zariadenia sa nepodarilo načítať.'],
  ] as const) {
    await expect(screen[what].getByText(failed)).toBeVisible()
    await page.unroute(calls[what])
    await screen[what].getByRole('button', { name: 'Skúsiť znova' }).click()
    await expect(screen[what].getByRole('listitem').first()).toBeVisible()
    await expect(screen[what].getByText(failed)).toBeHidden()
    if (what === 'documents') await expect(screen.devices.getByRole('listitem')).toHaveCount(0)
  }
})

test('R6.04 without the reader’s counts the rights are told all the same', async ({
  page,
  expectRefusal,
}) => {
  const screen = subscriptionScreen(page)
  expectRefusal(503)
  await signIn(page, 'premium-card')
  await page.route(/\/users\/\d+$/, route => route.fulfill({ status: 503, json: { errors: [] } }))
  await page.goto('/predplatne')
  await expect(screen.unlocked.getByText('E\u2011knihy', { exact: true })).toBeVisible()
  await expect(screen.unlocked.getByText('Čítanie na 6 zariadeniach')).toBeVisible()
})

test('R2.06 R2.29 #documents and #device-list are the addresses of their blocks', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await signIn(page, 'premium-card')
  for (const hash of ['documents', 'device-list']) {
    await page.goto(`/predplatne#${hash}`)
    await page.reload()
    await expect(page.locator(`#${hash}`).getByRole('heading')).toBeInViewport()
  }
})

test('R2.06 older documents come on demand, and focus goes to the first of them', async ({ page }) => {
  const screen = subscriptionScreen(page)
  await signIn(page, 'premium-card')
  await page.route('**/payments?*', async route => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor')
    const payment = (id: number, receipt_url: string | null) => ({
      id,
      product_name: `Prémium ${id}`,
      method: 'card',
      state: 'paid',
      price: { amount: 8990, currency: 'EUR' },
      at: `20${20 + id}-03-14T10:00:00Z`,
      receipt_url,
      pay_url: null,
      paid_on: null,
      invoice_url: null,
      refunds: [],
    })
    const newer = { items: [payment(3, '/doklad-3.pdf'), payment(2, null)], next_cursor: '2' }
    await route.fulfill({ json: cursor === null ? newer : { items: [payment(1, null)], next_cursor: null } })
  })
  await page.goto('/predplatne')
  await expect(screen.documents.getByRole('link')).toHaveCount(1)
  const receipt = screen.documents.getByRole('link', {
    name: /^Potvrdenie PDF: Prémium 3, 14\.\smarca\s2023$/,
  })
  await expect(receipt).toHaveAttribute('href', '/doklad-3.pdf')
  await screen.documents.getByRole('button', { name: 'Zobraziť staršie' }).click()
  await expect(screen.documents.getByText('Prémium 1')).toBeFocused()
  await expect(screen.documents.getByRole('button')).toHaveCount(0)
})
