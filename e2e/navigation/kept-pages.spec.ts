import type { Page } from '@playwright/test'
import { expect, forgetSession, newReader, signIn, signInAs, test } from '../fixtures.ts'
import { askToBeginAtOnce, shopScreen } from '../orders/shop-screen.ts'

/** As the browser does when Back leads to a page that it has kept as it was left. */
const restore = (page: Page) =>
  page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
/** Opens /predplatne and waits until nothing more of its reader comes. */
const openWhole = (page: Page) =>
  Promise.all([
    ...[/\/payments\?/, /\/devices$/, /\/gifts$/, /\/users\/\d+$/].map(read => page.waitForResponse(read)),
    page.goto('/predplatne'),
  ])
/** Whether the document is still the one that was marked. */
const isMarked = (page: Page) => page.evaluate(() => document.documentElement.dataset['kept'] === 'yes')
const mark = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.dataset['kept'] = 'yes'
  })

test('R13.18 Back after a sign-out shows nothing personal', async ({ page, context }) => {
  const { email } = await signIn(page, 'premium-card')
  await openWhole(page)
  await expect(page.getByText(email).first()).toBeAttached()
  await context.clearCookies()
  await restore(page)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(email)).toHaveCount(0)

  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  await forgetSession(page)
  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
})

test('R13.18 Back from a gateway shows no button at work, and what has changed meanwhile', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  const reads: string[] = []
  page.on('request', request => request.url().endsWith('/subscriptions') && reads.push(request.url()))
  await openWhole(page)
  await mark(page)
  await restore(page)
  await expect.poll(() => reads.length).toBe(2)
  expect(await isMarked(page)).toBe(true)

  await page.route('**/logout', () => {})
  await page.getByRole('button', { name: 'Odhlásiť sa' }).first().click()
  await expect(page.locator('[data-busy]')).toHaveCount(1)
  await Promise.all([page.waitForEvent('load'), restore(page)])
  expect(await isMarked(page)).toBe(false)
  await expect(page.locator('[data-busy]')).toHaveCount(0)
})

test('R13.18 the button that leads to the gateway stays at work until its page comes, and sends the order once', async ({
  page,
}) => {
  await signInAs(page, await newReader(page, 'pomaly'))
  const orders: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/orders')) orders.push(request.url())
  })
  // No content: the browser stays on our page, as it does until an answer comes.
  await page.route('**/pay/**', route => route.fulfill({ status: 204 }))
  await page.goto('/obchod/premium_1y')
  await askToBeginAtOnce(page)
  const pay = shopScreen(page).button(/^Zaplatiť/)
  await Promise.all([page.waitForResponse('**/pay/**'), pay.click()])
  await page.keyboard.press('Enter')
  await expect(pay).toHaveAttribute('data-busy')
  expect(orders).toHaveLength(1)
})
