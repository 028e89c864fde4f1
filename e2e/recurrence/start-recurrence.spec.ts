import type { Page } from '@playwright/test'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { expect, moreOptions, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
const day = String.raw`\d+\s\w+\s\d{4}`

test('R11.01 R4.06 what is paid for already is told before renewal is turned on, and charged after it', async ({
  page,
  axe,
}) => {
  await signIn(page, 'future-subscription')
  await page.goto('/predplatne')
  await expect(main(page)).toContainText('Right after it you will have Premium without ads')
  await main(page).getByRole('link', { name: 'Turn renewal on' }).click()
  await expect(title(page)).toHaveText(new RegExp(`^Premium without ads will renew only after ${day}\\.$`))
  await expect(main(page)).toContainText(
    new RegExp(`From ${day} you have already paid for Premium without ads until ${day}`),
  )
  await expect(main(page)).toContainText(new RegExp(`On ${day} we will charge €119\\.90 to your card`))
  await axe()
  await page.getByRole('button', { name: 'Turn renewal on' }).click()
  await expect(title(page)).toHaveText('Renewal is on.')
  await expect(main(page)).toContainText('€119.90')
  await main(page).getByRole('link', { name: 'Back to the subscription' }).click()
  await expect(main(page)).toContainText(
    new RegExp(`Right after it .+ until ${day}\\. It will then renew for another year\\. On ${day}`),
  )
  await axe()
  // Restores the reader's state for other tests.
  await expect(moreOptions(page)).toBeVisible()
})

test('R4.09 R1.03 what cannot be turned on, or paid by another card, says so before the press', async ({
  page,
  axe,
}) => {
  await signInAs(page, await newReader(page, 'neobnovi'))
  let subscription: Subscription = exampleSubscription()
  await haveSubscriptions(page, () => [subscription])
  await page.route('**/offers', route => route.fulfill({ json: { items: [] } }))
  const off = { state: 'unavailable', next_payment: null, can_stop_until: null } as const

  subscription = exampleSubscription({
    period: { from: '2041-03-14T18:42:00Z', to: '2042-03-14T18:42:00Z' },
    payment: { method: 'bank_transfer', card: null },
    recurrence: { ...off, reason: 'not_recurrent' },
  })
  await page.goto('/predplatne/zapnut-obnovovanie?predplatne=1')
  await expect(title(page)).toHaveText(/^Prémium máte do\s14\.\smarca\s2042\.$/)
  await expect(main(page)).toContainText('neplatili opakovanou platbou')
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await axe()
  await page.goto('/predplatne/zmenit-kartu?predplatne=1')
  await expect(main(page)).toContainText('Karta sa tu zmeniť nedá')
  await expect(main(page).getByRole('button')).toHaveCount(0)
  await axe()

  // In the last two days: a payment that cannot be stopped any more, then one that is taken at once.
  const { next_type: type, next_payment: next } = exampleSubscription().recurrence
  for (const [hours, text] of [
    [
      24,
      /stiahneme 89,90\s€ z\skarty Visa.* Do platby zostáva menej ako 48\shodín, takže ju už zrušiť nepôjde\./,
    ],
    [
      -1,
      /Obdobie sa práve končí, preto 89,90\s€ z\skarty Visa.* stiahneme hneď\. Zrušiť platbu už nepôjde\./,
    ],
  ] as const) {
    const at = new Date(Date.now() + hours * 3_600_000).toISOString()
    const promise = type && next && { at, price: next.price, type, after: 1 }
    subscription = exampleSubscription({
      recurrence: { ...off, state: 'off', reason: 'stopped_by_reader', if_turned_on: promise },
    })
    await page.goto('/predplatne/zapnut-obnovovanie?predplatne=1')
    await expect(main(page)).toContainText(text)
  }

  subscription = exampleSubscription({
    recurrence: { ...off, state: 'off', reason: 'stopped_by_reader', barred: true },
  })
  for (const path of ['/predplatne', '/predplatne/zapnut-obnovovanie?predplatne=1']) {
    await page.goto(path)
    await expect(main(page)).toContainText(
      /Niektorá vaša platba je namietaná v\sbanke; kým o\snej banka nerozhodne,/,
    )
    await expect(main(page).getByText('Zapnúť obnovovanie', { exact: true })).toHaveCount(0)
    await axe()
  }

  subscription = exampleSubscription({
    state: 'inactive',
    period: { from: '2025-03-08T18:42:00Z', to: '2026-03-08T18:42:00Z' },
    recurrence: { ...off, state: 'off', reason: 'stopped_by_reader' },
  })
  for (const path of ['zapnut-obnovovanie', 'vypnut-obnovovanie', 'zmenit-kartu']) {
    await page.goto(`/predplatne/${path}?predplatne=1`)
    await expect(title(page)).toHaveText(/^Prémium ste mali do\s8\.\smarca\s2026\.$/)
    await expect(main(page).getByRole('link', { name: 'Predplatiť si znova' })).toBeVisible()
    await expect(main(page).getByRole('button')).toHaveCount(0)
  }
  await axe()
})
