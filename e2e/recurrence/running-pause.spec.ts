import type { Page } from '@playwright/test'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { expect, newReader, signInAs, test } from '../fixtures.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true }).first()

const continues = '2042-05-14T17:42:00Z'
const nextPayment = {
  at: continues,
  price: { amount: 8990, currency: 'EUR' as const },
  price_change: null,
  failed_attempts: 0,
  failure: null,
}
const running = exampleSubscription({
  state: 'inactive',
  period: { from: '2025-09-14T18:42:00Z', to: '2026-09-14T17:42:00Z' },
  recurrence: { paused_until: continues, can_stop_until: '2042-05-12T17:42:00Z', next_payment: nextPayment },
})
/** The charge at its end was declined. */
const declined = exampleSubscription({
  ...running,
  recurrence: { next_payment: { ...nextPayment, failed_attempts: 1, failure: 'card_declined' } },
})

async function openAs(page: Page, subscription: Subscription) {
  await signInAs(page, await newReader(page, 'pozastavena'))
  await haveSubscriptions(page, () => [subscription])
}

const changes = (obstacle: string) => ({
  obstacle,
  present: {
    type: running.type,
    price: running.price,
    length: 'P1Y',
    access: running.access,
    device_limit: running.device_limit,
    paid_until: running.period.to,
  },
  card: null,
  items: [],
})

test('R11.03 R1.03 the card can be changed while a pause runs, and after a charge at its end that failed', async ({
  page,
}) => {
  for (const subscription of [running, declined]) {
    await openAs(page, subscription)
    await page.goto('/predplatne/zmenit-kartu?predplatne=1')
    await expect(main(page).getByRole('button', { name: 'Prejsť na platobnú bránu' })).toBeVisible()
  }
})

test('R11.03 R4.06 while a pause runs, nothing says that its reader still reads', async ({ page, axe }) => {
  await openAs(page, running)
  await page.route('**/offers', route => route.fulfill({ json: { items: [] } }))
  await page.route('**/pause', route =>
    route.fulfill({ json: { obstacle: 'pause_used_up', from: null, items: [] } }),
  )
  await page.route('**/changes', route => route.fulfill({ json: changes('change_paused') }))
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=1')
  await expect(title(page)).toHaveText('Prémium sa po vypnutí skončí.')
  const reads = /zostane|čítate ďalej|Dovtedy|máte do|platiť do|znova zapnúť/
  for (let step = 1; step <= 5; step++) {
    await expect(page.getByRole('group', { name: `Krok ${step} z 5` })).toBeVisible()
    await expect(title(page)).toBeVisible()
    await expect(main(page)).not.toContainText(reads)
    if (step === 1) await axe()
    if (step < 5) await link(page, 'Pokračovať').click()
  }
  await expect(title(page)).toHaveText('Posledný krok: Prémium sa skončí.')
  await page.goto('/predplatne/zmenit?predplatne=1')
  await expect(title(page)).toHaveText(/^Prémium ste mali do/)
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=1&lang=en')
  await expect(title(page)).toHaveText('Prémium will end when you turn renewal off.')
})

test('R11.03 who goes on after a pause is not told any more that it is paused', async ({ page }) => {
  await openAs(page, running)
  await page.route('**/subscriptions/1/pause', route => route.fulfill({ json: declined }))
  let isPaused = true
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/changes', async route => {
    if (!isPaused) await asked
    await route.fulfill({ json: changes(isPaused ? 'change_paused' : 'change_not_for_one') })
  })
  await page.goto('/predplatne/zmenit?predplatne=1')
  await expect(main(page)).toContainText('Predplatné je pozastavené.')
  await link(page, 'Pokračovať v predplatnom').click()
  isPaused = false
  await main(page).getByRole('button', { name: 'Pokračovať hneď' }).click()
  await expect(title(page)).toHaveText('Predplatné pokračuje.')
  await page.goBack()
  await expect(page).toHaveURL(/zmenit\?predplatne=1$/)
  await expect(main(page)).toContainText('Načítavame…')
  await expect(main(page)).not.toContainText('Predplatné je pozastavené.')
  answer()
  await expect(title(page)).toHaveText(/^Prémium ste mali do/)
  await expect(main(page)).not.toContainText('Predplatné je pozastavené.')
})
