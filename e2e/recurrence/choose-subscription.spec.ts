import type { Page } from '@playwright/test'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { expect, signIn, test } from '../fixtures.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()

const period = { from: '2041-03-14T18:42:00Z', to: '2042-03-14T18:42:00Z' }
const promise = {
  at: '2042-03-12T18:42:00Z',
  price: { amount: 8990, currency: 'EUR' },
  type: { code: 'premium_1y', name: 'Prémium' },
} as const
const stopped = (id: number) =>
  exampleSubscription({
    id,
    type: { code: 'spectator_1y', name: 'Spectator' },
    period,
    recurrence: {
      state: 'off',
      reason: 'stopped_by_reader',
      next_payment: null,
      can_stop_until: null,
      subscription_id: id,
      if_turned_on: { ...promise, after: id },
    },
  })
const renewing = (id: number, name: string) =>
  exampleSubscription({
    id,
    type: { code: `code_${id}`, name },
    period,
    recurrence: { subscription_id: id, can_stop_until: '2042-03-10T18:42:00Z' },
  })

test('R4.06 R1.03 an address that names no subscription opens the only one it can be about', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  for (const path of ['vypnut-obnovovanie', 'zmenit-kartu']) {
    await page.goto(`/predplatne/${path}?utm_source=faq`)
    await expect(page).toHaveURL(new RegExp(`/${path}\\?utm_source=faq&predplatne=\\d+$`))
    await expect(main(page).getByText('Toto predplatné sme nenašli.')).toHaveCount(0)
  }
  await expect(main(page)).toContainText('Teraz platíte kartou')
  // The address without a name is no step of its own.
  await page.goBack()
  await expect(page).toHaveURL(/vypnut-obnovovanie\?utm_source=faq&predplatne=\d+$/)
  await haveSubscriptions(page, () => [stopped(4)])
  await page.goto('/predplatne/zapnut-obnovovanie')
  await expect(page).toHaveURL(/zapnut-obnovovanie\?predplatne=4$/)
  await expect(title(page)).toHaveText(/^Prémium sa po\s14\.\smarca\s2042 obnoví\.$/)
})

test('R4.06 of several subscriptions the reader chooses one, and each page offers only those it can be about', async ({
  page,
  axe,
}) => {
  await signIn(page, 'premium-card')
  await haveSubscriptions(page, () => [renewing(1, 'Prémium'), renewing(2, 'Sportnet'), stopped(3)])
  await page.goto('/predplatne/vypnut-obnovovanie')
  await expect(title(page)).toHaveText('Ktorého predplatného sa to týka?')
  await expect(main(page).getByRole('listitem')).toHaveText([
    /^Prémiumplatí do\s14\.\smarca\s2042$/,
    /^Sportnetplatí do\s14\.\smarca\s2042$/,
  ])
  await axe()
  await main(page).getByRole('link', { name: 'Sportnet' }).click()
  await expect(page).toHaveURL(/vypnut-obnovovanie\?predplatne=2$/)
  await expect(title(page)).toHaveText(/^Sportnet vám zostane do/)
  await page.goBack()
  await expect(title(page)).toHaveText('Ktorého predplatného sa to týka?')
})

test('R4.06 R1.03 who has none that it can be about is told so, and where to look', async ({ page, axe }) => {
  await signIn(page, 'none')
  for (const [path, told] of [
    ['vypnut-obnovovanie', 'Obnovovanie nemáte zapnuté.'],
    ['zapnut-obnovovanie', 'Obnovovanie teraz nemáte pri čom zapnúť.'],
    ['zmenit-kartu', 'Kartu teraz nemáte pri čom zmeniť.'],
  ] as const) {
    await page.goto(`/predplatne/${path}`)
    await expect(title(page)).toHaveText(told)
    await expect(main(page).getByRole('link', { name: 'Späť na predplatné' })).toBeVisible()
  }
  await axe()
  // Another reader's subscription in the address is refused.
  await page.goto('/predplatne/vypnut-obnovovanie?predplatne=999999')
  await expect(title(page)).toHaveText('Toto predplatné sme nenašli.')
  await expect(main(page)).toContainText('stránku „Online predplatné“')
})
