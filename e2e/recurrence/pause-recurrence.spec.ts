import type { Page } from '@playwright/test'
import { exampleSubscription } from '#contract/testing/subscription-example.ts'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { layoutFaults } from '../axe/laws.ts'
import { expect, moreOptions, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { haveSubscriptions } from '../subscriptions/subscription-screen.ts'

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
const link = (page: Page, name: string) => main(page).getByRole('link', { name, exact: true }).first()

test('R11.03 R13.16 a subscription is paused out of the stop flow, seen so, and goes on', async ({
  page,
  axe,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const keys = byKeyboard(page)
  await signIn(page, 'device-limit')
  await page.goto('/predplatne')
  await keys.press(moreOptions(page))
  await keys.press(link(page, 'Vypnúť obnovovanie'))
  await keys.press(link(page, 'Pokračovať'))
  await expect(main(page).getByRole('heading', { name: 'Alebo si predplatné pozastavte' })).toHaveCount(1)
  await axe()
  await keys.press(link(page, 'Pozastaviť'))
  await expect(title(page)).toHaveText(/máte zaplatené do/)
  // By keys: a radio that was pressed by a pointer shows no ring.
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^2\smesiace, pokračuje/ })).toBeChecked()
  await expect(main(page)).toContainText(/Od .+ do .+ si neprečítate zamknuté články/)
  await axe()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await keys.press(page.getByRole('button', { name: /^Pozastaviť do/ }))
  await expect(title(page)).toHaveText(/je od .+ pozastavené\. Pokračuje/)
  await expect(title(page)).toBeFocused()
  await axe()
  await keys.press(link(page, 'Späť na predplatné'))
  await expect(main(page)).toContainText(/Potom je do .+ pozastavené\./)
  await axe()
  await keys.press(link(page, 'Pokračovať hneď'))
  await keys.press(page.getByRole('button', { name: 'Pokračovať hneď' }))
  await expect(title(page)).toHaveText('Predplatné pokračuje.')
  await expect(title(page)).toBeFocused()
  await keys.press(link(page, 'Späť na predplatné'))
  await expect(main(page)).not.toContainText('pozastavené')
})

test('R11.03 pausing and going on take three presses each at most, in English too', async ({
  page,
  presses,
}) => {
  await signInAs(page, await newReader(page, 'pozastavi'))
  let subscription = exampleSubscription()
  await haveSubscriptions(page, () => [subscription])
  const until = '2042-04-14T17:42:00Z'
  await page.route('**/subscriptions/1/pause', route => {
    if (route.request().method() !== 'GET') return route.fulfill({ json: subscription })
    const item = { months: 1, until, price: subscription.price, reminder_at: '2042-04-07T17:42:00Z' }
    return route.fulfill({ json: { obstacle: null, from: subscription.period.to, items: [item] } })
  })
  await page.goto('/predplatne?lang=en')
  presses.restart()
  await moreOptions(page).click()
  await link(page, 'Pause').click()
  await expect(page.getByRole('radio')).toBeVisible()
  subscription = exampleSubscription({ recurrence: { paused_until: until } })
  await page.getByRole('button', { name: /^Pause until/ }).click()
  await expect(title(page)).toHaveText(/paused/)
  await presses.expect(3)
  await page.goto('/predplatne')
  presses.restart()
  await link(page, 'Go on now').click()
  await page.getByRole('button', { name: 'Go on now' }).click()
  await presses.expect(2)
})

test('R11.03 the step back after a pause was ended leads to the choice', async ({ page }) => {
  await signInAs(page, await newReader(page, 'pozastavi'))
  const paused = ['Prémium', 'Sportnet'].map((name, index) =>
    exampleSubscription({
      id: index + 1,
      type: { code: `code_${index}`, name },
      recurrence: { subscription_id: index + 1, paused_until: '2042-05-14T18:42:00Z' },
    }),
  )
  await haveSubscriptions(page, () => paused)
  await page.route('**/pause', route => route.fulfill({ json: paused[1] }))
  await page.goto('/predplatne/pozastavit')
  await link(page, 'Sportnet').click()
  await page.getByRole('button', { name: 'Pokračovať hneď' }).click()
  await expect(title(page)).toHaveText('Predplatné pokračuje.')
  await page.goBack()
  await expect(link(page, 'Prémium')).toBeVisible()
})
