import type { Page } from '@playwright/test'
import { expect, moreOptions, setCookie, signIn, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'

/** Groups that the demo's experiment draws the one order and the other for. */
const keepFirst = '1'
const upgradeFirst = '4'

const main = (page: Page) => page.getByRole('main')
const step = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
const result = (page: Page) => page.waitForResponse('**/api/experiment-results/**')

async function chooseGroup(page: Page, group: string): Promise<void> {
  // Clears the flag cache of the former group, as in another browser.
  await page.evaluate(() => localStorage.removeItem('profil_flags'))
  await setCookie(page, 'pp_split_test', group)
}

test('R3.11 R7.16 R7.20 R9.09 an experiment changes the order of the offers, and without flags the page works', async ({
  page,
  axe,
  expectRefusal,
}) => {
  await signIn(page, 'removal-limit')
  await page.goto('/predplatne')
  await chooseGroup(page, upgradeFirst)
  await moreOptions(page).click()
  await main(page).getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
  await main(page).getByRole('link', { name: 'Pokračovať' }).click()
  const offers = page.url()

  // By steps in the page, and then by a load of this very step; the results are counted by the embedded service.
  const shown = result(page)
  await page.reload()
  await expect(step(page)).toHaveText(/^Prejdite na/)
  expect((await shown).status()).toBe(204)
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toHaveText(/^O\sčo po .+ prídete$/)
  await expect(main(page).getByRole('link', { name: 'Nechať zapnuté' })).toBeVisible()
  await axe()

  await chooseGroup(page, keepFirst)
  const other = result(page)
  await page.reload()
  await expect(step(page)).toHaveText(/^O\sčo po .+ prídete$/)
  expect((await other).request().postDataJSON()).toMatchObject({
    variation_key: 'keep_first',
    hash_attribute: 'ppSplitTest',
    hash_value: keepFirst,
  })
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toHaveText(/^Alebo prejdite na/)

  // The service hangs: after 3.5 s the offers stand in their usual order, and stay so.
  await chooseGroup(page, upgradeFirst)
  await page.route('**/api/eval/**', () => {})
  await page.clock.install()
  const asked = page.waitForRequest('**/api/eval/**')
  await page.reload()
  await asked
  await expect(step(page)).toHaveCount(0)
  await page.clock.fastForward(3500)
  await expect(step(page)).toHaveText(/^O\sčo po .+ prídete$/, { timeout: 8000 })

  // The service is down: no waiting.
  expectRefusal('no answer')
  await page.route('**/api/eval/**', route => route.abort())
  await chooseGroup(page, upgradeFirst)
  await page.goto(offers)
  await expect(step(page)).toHaveText(/^O\sčo po .+ prídete$/, { timeout: 3000 })
  await main(page).getByRole('link', { name: 'Nechať zapnuté' }).click()
  await expect(page).toHaveURL(/\/predplatne$/)
})

test('R9.09 the offers keep their places while the steps are open, whatever the publisher changes', async ({
  page,
}) => {
  let order = 'keep_first'
  let tell = () => {}
  const changed = new Promise<void>(resolve => {
    tell = resolve
  })
  await page.route('**/api/eval/**', route =>
    route.fulfill({
      headers: { 'x-sse-support': 'enabled' },
      json: { features: { stop_offer_order: { defaultValue: order } }, experiments: [] },
    }),
  )
  await page.route('**/sub/**', async route => {
    await changed
    const body = 'event: features-updated\ndata: {}\n\n'
    await route.fulfill({ contentType: 'text/event-stream', body })
  })
  await signIn(page, 'removal-limit')
  await page.goto('/predplatne')
  await moreOptions(page).click()
  await main(page).getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
  await main(page).getByRole('link', { name: 'Pokračovať' }).click()
  await expect(step(page)).toHaveText(/^O\sčo po .+ prídete$/)

  order = 'upgrade_first'
  const asked = page.waitForResponse('**/api/eval/**')
  tell()
  await asked
  await main(page).getByRole('link', { name: 'Pokračovať' }).click()
  await expect(page).toHaveURL(/krok=dovody/)
  await page.goBack()
  await expect(step(page)).toHaveText(/^O\sčo po .+ prídete$/)
  await expect(main(page).getByRole('heading', { level: 3 }).first()).toHaveText(/^Alebo prejdite na/)
  // Opening the steps anew gives the new order.
  await page.reload()
  await expect(step(page)).toHaveText(/^Prejdite na/)
})

test('R4.07 what leads on is there when nothing above it is to come any more', async ({ page }) => {
  await signIn(page, 'removal-limit')
  await page.goto('/predplatne')
  await chooseGroup(page, upgradeFirst)
  await moreOptions(page).click()
  await main(page).getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
  const { asked, letGo } = await hold(page, '**/order-terms', 'GET')
  const goOn = main(page).getByRole('link', { name: 'Pokračovať' })
  await goOn.click()
  await asked()
  await expect(goOn).toHaveCount(0)
  await letGo()
  await expect(main(page).getByRole('checkbox')).toBeVisible()
  await expect(goOn).toBeVisible()
})
