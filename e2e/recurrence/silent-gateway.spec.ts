import type { Browser, Page } from '@playwright/test'
import { controlOf } from '#server/testing/doubles/demo-gateway.ts'
import { freePort } from '#server/testing/setup/free-port.ts'
import { layoutFaults } from '../axe/laws.ts'
import { type DemoReader, demoReader, expect, moreOptions, test } from '../fixtures.ts'
import { giveEmailAndPassword } from '../identity/login-screen.ts'
import { askToBeginAtOnce } from '../orders/shop-screen.ts'
import { withOwnServer } from '../own-server.ts'

const key = 'only-for-tests-only-for-tests'
const port = String(await freePort())
await withOwnServer({ DEMO_GATEWAY_PORT: port, DEMO_GATEWAY_KEY: key })
const gateway = controlOf(`http://127.0.0.1:${port}`, key)

const main = (page: Page) => page.getByRole('main')
const title = (page: Page) => main(page).getByRole('heading', { level: 2 }).first()
/** Longer than the longest pause between two questions of the page. */
const soon = { timeout: 45_000 }

/** Signs in at a page of the account area. */
async function open(page: Page, reader: DemoReader, path: string): Promise<void> {
  await page.goto(path)
  await giveEmailAndPassword(page, reader)
  await expect(main(page)).toBeVisible()
}

const anotherDevice = async (browser: Browser) => (await browser.newContext({ locale: 'sk' })).newPage()

test.afterEach(() => gateway.setFaults({ down: 'no', lose_answers: false, webhooks: 'prompt' }))

test('R17.03 journey: a payment that a silent gateway leaves open is told, here and on another device, until it is paid', async ({
  page,
  axe,
  browser,
}) => {
  const reader = await demoReader(page, 'premium-card')
  await open(page, reader, '/predplatne/zmenit')
  await main(page).getByRole('link', { name: 'Zvoliť Prémium bez reklamy' }).click()
  await askToBeginAtOnce(page)
  // It takes the money, its answer is lost, and from then on it is silent.
  await gateway.setFaults({ lose_answers: true, webhooks: 'off' })
  await page.route('**/changes/*', async route => {
    const response = await route.fetch()
    await gateway.setFaults({ down: 'silent' })
    await route.fulfill({ response })
  })
  await main(page)
    .getByRole('button', { name: /^Zaplatiť/ })
    .click()
  await expect(title(page)).toHaveText('Platbu spracúvame.', soon)
  await expect(title(page)).toBeFocused()
  await expect(main(page).getByRole('status')).toContainText('Druhý raz nič nestrhneme.')
  // Nothing is there that could be pressed a second time.
  await expect(main(page).getByRole('button', { name: /Zaplatiť/ })).toBeHidden()
  await axe()
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await layoutFaults(page)).toEqual([])
  await page.reload()
  await expect(title(page)).toHaveText('Platbu spracúvame.', soon)

  const other = await anotherDevice(browser)
  await open(other, reader, '/predplatne')
  await expect(other.getByText('Platbu spracúvame.')).toBeVisible()

  await gateway.setFaults({ down: 'no' })
  await expect(title(page)).toHaveText('Odteraz máte Prémium bez reklamy.', soon)
  await expect(other.getByText('Platbu spracúvame.')).toBeHidden(soon)
  await expect(title(other)).toContainText('Prémium bez reklamy máte do')
  await axe()
  await other.context().close()
})

test('R17.03 R4.07 on the way to turning off, in English: what the bank declines in the end is told by itself, and may be tried anew', async ({
  page,
  axe,
}) => {
  await open(page, await demoReader(page, 'device-limit'), '/predplatne')
  await moreOptions(page).click()
  const href = await main(page).getByRole('link', { name: 'Vypnúť obnovovanie' }).first().getAttribute('href')
  let state = 'processing'
  const payment = () => ({
    state,
    type: { code: 'premium_plus_1y', name: 'Premium without ads' },
    price: { amount: 871, currency: 'EUR' },
    decline: state === 'failed' ? 'expired_card' : null,
  })
  await page.route('**/offers/*', route => route.fulfill({ status: 202, json: payment() }))
  await page.route('**/change-payment', route => route.fulfill({ json: payment() }))
  await page.goto(`${href}&krok=ponuka&lang=en`)
  await askToBeginAtOnce(page)
  await main(page).getByRole('button', { name: /^Pay/ }).click()
  await expect(main(page).getByRole('status')).toContainText('We are processing the payment.')
  // Whoever wants to turn it off is not held up.
  await expect(main(page).getByRole('link', { name: 'Continue' })).toBeVisible()
  await axe()
  state = 'failed'
  await expect(main(page).getByRole('status')).toContainText('The card has expired.', soon)
  await axe()
  await main(page).getByRole('button', { name: 'Try again' }).click()
  await expect(main(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
})
