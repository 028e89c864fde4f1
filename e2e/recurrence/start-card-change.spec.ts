import type { Page } from '@playwright/test'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { openMeanwhile } from '../navigation/open-meanwhile.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

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

test('R1.03 R1.23 the temporary charge is told before the card is given', async ({ page, axe }) => {
  await signIn(page, 'card-expiring')
  await page.goto('/predplatne')
  await main(page).getByRole('link', { name: 'Zmeniť kartu' }).click()
  await expect(page).toHaveURL(/\/predplatne\/zmenit-kartu\?predplatne=\d+$/)
  await expect(main(page)).toContainText(/dočasne stiahneme 0,50\s€ a\stúto sumu vám vrátime/)
  await expect(main(page)).toContainText(/Teraz platíte kartou .+\s••••\s\d{4}/)
  await axe()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
})

test('R1.03 a change that waits is followed until it ends, and an overdue renewal that the new card paid is told', async ({
  page,
  axe,
}) => {
  await signIn(page, 'premium-card')
  await page.clock.install()
  let asked = 0
  let end: object = {}
  await page.route('**/payment-cards/changes/1', route => {
    asked += 1
    return route.fulfill({ json: asked === 1 ? change('waiting') : end })
  })
  for (const [state, told, more] of [
    ['verified', 'Nová karta je overená.', {}],
    ['refunded', /Nová karta je overená a\soverovacia platba vrátená\./, {}],
    ['declined', 'Banka kartu neprijala.', { decline: 'card_declined' }],
    // Paid by what cannot be charged again.
    ['declined', /Overovaciu platbu 1,00\s€ vám vraciame a\sdoterajšia karta zostáva\./, { decline: null }],
    ['abandoned', 'Karta sa nezmenila.', {}],
    ['verified', /Neuhradenú platbu za predplatné sme stiahli z\snovej karty\./, { overdue_renewal: 'paid' }],
  ] as const) {
    asked = 0
    end = change(state, more)
    await page.goto('/predplatne/zmenit-kartu?predplatne=1&card_change=1')
    await expect(main(page)).toContainText('Čakáme na overenie karty.')
    await page.clock.fastForward(2000)
    await expect(main(page)).toContainText(told)
    const again = main(page).getByRole('link', { name: 'Skúsiť inú kartu' })
    await expect(again).toHaveCount(state === 'declined' || state === 'abandoned' ? 1 : 0)
    if (state === 'refunded' || state === 'declined') await axe()
  }
})

test('R1.03 the subscription is read anew once the new card is verified, and once it has paid', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await page.clock.install()
  let answer = change('waiting')
  await page.route('**/payment-cards/changes/1', route => route.fulfill({ json: answer }))
  await page.goto('/predplatne/zmenit-kartu?predplatne=1&card_change=1')
  await expect(main(page)).toContainText('Čakáme na overenie karty.')
  for (const [next, told] of [
    [change('verified', { overdue_renewal: 'waiting' }), 'Nová karta je overená.'],
    [change('verified', { overdue_renewal: 'paid' }), /sme stiahli z\snovej karty\./],
  ] as const) {
    answer = next
    const read = page.waitForRequest(request => /\/users\/\d+\/subscriptions$/.test(request.url()))
    await page.clock.fastForward(2000)
    await expect(main(page)).toContainText(told)
    await read
  }
})

test('R1.03 a reader who leaves while the card change begins stays on the other page', async ({ page }) => {
  await signInAs(page, await newReader(page, 'odchadza'))
  await haveSubscriptions(page, () => [exampleSubscription()])
  await page.goto('/predplatne/zmenit-kartu?predplatne=1')
  const press = () => main(page).getByRole('button', { name: 'Prejsť na platobnú bránu' }).click()
  const answer = change('waiting', { redirect_url: 'https://brana.example/' })
  await openMeanwhile(page, press, { url: '**/payment-cards/changes', answer })
})
