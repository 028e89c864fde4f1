import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'

/** How each scroll to an element began, as the page asked the browser for it. */
const scrolls = (page: Page) => page.evaluate(() => Reflect.get(window, 'scrolls') as unknown[])

/**
 * Lets a little time pass until something is there, at most 900 ms.
 *
 * @returns how much has passed, in milliseconds
 */
async function waitFor(page: Page, what: Locator): Promise<number> {
  let passedMs = 0
  await expect(async () => {
    if (passedMs < 900) {
      await page.clock.runFor(20)
      passedMs += 20
    }
    await expect(what).toBeVisible({ timeout: 20 })
  }).toPass({ intervals: [40], timeout: 10_000 })
  return passedMs
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Reflect.set(window, 'scrolls', asked)
    const scrollIntoView = Reflect.get(Element.prototype, 'scrollIntoView')
    Element.prototype.scrollIntoView = function (options) {
      asked.push([this.id, typeof options === 'object' ? options.behavior : options])
      scrollIntoView.call(this, options)
    }
  })
  // Time stands still until a test moves it.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
})

for (const [motion, behaviour] of [
  ['no-preference', 'smooth'],
  ['reduce', 'instant'],
] as const) {
  test(`R2.29 a second after arriving the page goes to the hash: ${behaviour}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await signIn(page, 'premium-card')
    await page.goto('/predplatne#device-list')
    const devices = page.locator('#device-list')
    const passedMs = await waitFor(page, devices)
    await page.clock.runFor(980 - passedMs)
    expect(await scrolls(page)).toEqual([])
    // The second begins when the page appears, somewhere in the time that has passed.
    await page.clock.runFor(passedMs + 20)
    await expect.poll(() => scrolls(page)).toEqual([['device-list', behaviour]])
    await page.clock.resume()
    await expect(devices).toBeInViewport()
  })
}

test('R2.29 so it does after a link within the account area', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/faq')
  const question = page.locator('details', { has: page.locator('a[href$="#device-list"]') }).first()
  await waitFor(page, question)
  await question.locator('summary').click()
  await question.getByRole('link', { name: 'Zariadenia' }).click()
  await waitFor(page, page.locator('#device-list'))
  await page.clock.runFor(1000)
  await expect.poll(() => scrolls(page)).toEqual([['device-list', 'smooth']])
})

test('R2.29 a reader who scrolls meanwhile is left alone', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne#device-list')
  await waitFor(page, page.locator('#device-list'))
  await page.evaluate(() => addEventListener('wheel', () => Reflect.set(window, 'wheeled', true)))
  await page.mouse.wheel(0, 50)
  // The browser hands the turn of the wheel on to the page a moment later.
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'wheeled'))).toBe(true)
  await page.clock.runFor(2000)
  expect(await scrolls(page)).toEqual([])
})

test('R2.29 on the newsletters page the hash is a tab, and nothing scrolls', async ({ page }) => {
  await page.goto('/e-maily#temy')
  await waitFor(page, page.getByRole('tab', { name: 'Témy', selected: true }))
  await page.clock.runFor(3000)
  expect(await scrolls(page)).toEqual([])
})
