import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { countShifts } from '../gallery/find-faults.ts'

/** The notice of a reader whose e-mail is not confirmed. */
const notice = (page: Page) => page.getByText('Potvrďte svoj e‑mail.')
const question = (page: Page) => page.getByRole('main').locator('summary').first()

/** Holds what a page asks for until the returned function is called. */
async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(address, async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('R16.06 the notice comes with its page, so that nothing moves', async ({ page }) => {
  await signIn(page, 'unconfirmed')
  await page.addInitScript(countShifts)
  // Stands still, so that no wait of the page ends before the answer comes.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const letRead = await hold(page, /\/users\/\d+\/subscriptions$/)
  const faq = page.waitForResponse(/\/faq-questions\?lang=sk$/)
  await page.goto('/faq')
  await faq
  await expect(question(page)).toHaveCount(0)
  letRead()
  await page.clock.resume()
  await expect(notice(page)).toBeVisible()
  await expect(question(page)).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'galleryShifts').shift as number)).toBe(0)
})

test('R16.06 a page that shows no more than its own texts shows no key of the notice’s', async ({ page }) => {
  await signIn(page, 'unconfirmed')
  const letTexts = await hold(page, '**/assets/subscriptions-*.js')
  const read = page.waitForResponse(/\/users\/\d+\/subscriptions$/)
  await page.goto('/faq')
  await read
  await expect(question(page)).toBeVisible()
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  await expect(page.getByRole('main')).not.toContainText('subscriptions.')
  await expect(notice(page)).toHaveCount(0)
  letTexts()
  await expect(notice(page)).toBeVisible()
})

test('R16.06 R8.04 a page is shown without its notice where the notice’s texts do not arrive', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await signIn(page, 'unconfirmed')
  await page.route('**/assets/subscriptions-*.js', route => route.abort())
  await page.goto('/faq')
  await expect(question(page)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('subscriptions.')
})

test('R13.05 R8.01 what the notice offers is told as missing its connection when it is pressed offline', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('offline')
  await signIn(page, 'unconfirmed')
  await page.goto('/faq')
  await expect(notice(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Poslať (?:odkaz|znova)/ })
    .click()
  await expect(page.getByText(/^Nemáte pripojenie na internet\./)).toBeVisible()
})
