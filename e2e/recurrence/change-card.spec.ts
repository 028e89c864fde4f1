import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { isTooWide } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')

const change = (state: string, more: object = {}) => ({
  id: 1,
  subscription_id: 1,
  state,
  verification: { price: { amount: 100, currency: 'EUR' }, refunded: state === 'refunded' },
  decline: null,
  overdue_renewal: null,
  ...more,
})

for (const width of [390, 1280]) {
  test(`R1.03 R1.23 the temporary charge is told before the card is given, ${width} px`, async ({
    page,
    axe,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, 'card-expiring')
    await page.goto('/predplatne')
    await main(page).getByRole('link', { name: 'Zmeniť kartu' }).click()
    await expect(page).toHaveURL(/\/predplatne\/zmenit-kartu\?predplatne=\d+$/)
    await expect(main(page)).toContainText(/dočasne stiahneme malú sumu a\svrátime vám ju/)
    await expect(main(page)).toContainText(/Teraz platíte kartou .+\s••••\s\d{4}/)
    await axe()
    expect(await isTooWide(page)).toBe(false)
  })
}

for (const [state, told] of [
  ['verified', 'Nová karta je overená.'],
  ['refunded', /Nová karta je overená a\soverovacia platba vrátená\./],
  ['declined', 'Banka kartu neprijala.'],
  ['abandoned', 'Karta sa nezmenila.'],
] as const) {
  test(`R1.03 a change that waits is followed until it is ${state}`, async ({ page, axe }) => {
    await signIn(page, 'premium-card')
    let asked = 0
    await page.route('**/payment-cards/changes/1', route => {
      asked += 1
      return route.fulfill({ json: change(asked === 1 ? 'waiting' : state) })
    })
    await page.goto('/predplatne/zmenit-kartu?predplatne=1&card_change=1')
    await expect(main(page)).toContainText('Čakáme na overenie karty.')
    await expect(main(page)).toContainText(told)
    await axe()
    const again = main(page).getByRole('link', { name: 'Skúsiť inú kartu' })
    await expect(again).toHaveCount(state === 'declined' || state === 'abandoned' ? 1 : 0)
  })
}

test('R1.03 an overdue renewal that the new card paid is told', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.route('**/payment-cards/changes/1', route =>
    route.fulfill({ json: change('verified', { overdue_renewal: 'paid' }) }),
  )
  await page.goto('/predplatne/zmenit-kartu?predplatne=1&card_change=1')
  await expect(main(page)).toContainText(/Neuhradenú platbu za predplatné sme stiahli z\snovej karty\./)
})
