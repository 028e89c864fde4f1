import type { Page } from '@playwright/test'
import { demoReader, expect, signIn, signInAs, siteOrigin, test } from '../fixtures.ts'
import { discussionTab } from '../forum/forum-screen.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Vaše prihlásenie sa skončilo.' })
const current = (page: Page) => page.getByLabel('Súčasné heslo', { exact: true })
const wanted = (page: Page) => page.getByLabel('Nové heslo', { exact: true })

/** Opens the form for the password, types into it, and ends the session behind its back. */
async function typeAndLoseSession(page: Page): Promise<void> {
  await page.goto('/nastavenia#main-data')
  await page.getByText('Zmeniť heslo', { exact: true }).click()
  await current(page).fill('Nespravne-1')
  await wanted(page).fill('Celkom-nove-1')
  await page.context().clearCookies()
}

/**
 * Opens the subscriptions and waits until no request is in flight: it would be refused once the session
 * changes.
 */
async function openSubscriptions(page: Page): Promise<void> {
  // These come after the paint: on a slow machine the network is idle for half a second before them.
  const read = Promise.all(
    [/\/users\/\d+$/, /\/devices$/, /\/gifts$/, /\/payments\?/].map(address => page.waitForResponse(address)),
  )
  await page.goto('/predplatne')
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  await read
  await page.waitForLoadState('networkidle')
}

const send = (page: Page) => page.getByRole('button', { name: 'Uložiť nové heslo' }).click()

/** The browser's event when the reader comes back from another tab. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

test('R8.03 a session that ends meanwhile is told above the page; what was typed stays', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(401)
  await signIn(page, 'removal-limit')
  await typeAndLoseSession(page)
  await send(page)
  await expect(dialog(page)).toBeVisible()
  const signInLink = dialog(page).getByRole('link', { name: 'Prihlásiť sa' })
  await expect(signInLink).toHaveAttribute(
    'href',
    `${siteOrigin()}/login?url=${encodeURIComponent(`${siteOrigin()}/nastavenia#main-data`)}`,
  )
  await axe()

  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(current(page)).toHaveValue('Nespravne-1')
  await expect(wanted(page)).toHaveValue('Celkom-nove-1')
  await send(page)
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Zostať na stránke' }).click()
  await expect(wanted(page)).toHaveValue('Celkom-nove-1')
})

test('R8.03 who signs in again in another tab goes on where the work stopped', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(401)
  expectRefusal(422)
  const reader = await signIn(page, 'removal-limit')
  await typeAndLoseSession(page)
  await send(page)
  await expect(dialog(page)).toBeVisible()
  await signInAs(page, reader)
  await comeBack(page)
  await expect(dialog(page)).toBeHidden()
  await send(page)
  await expect(current(page)).toHaveAccessibleDescription(/Súčasné heslo nie je správne/)
  await expect(wanted(page)).toHaveValue('Celkom-nove-1')
})

test('a reader who signed out in another tab is told on coming back, before anything is tried', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await openSubscriptions(page)
  await page.context().clearCookies()
  await comeBack(page)
  await expect(dialog(page)).toBeVisible()
})

test('R6.01 when somebody else has signed in meanwhile, the page becomes theirs', async ({ page }) => {
  await signIn(page, 'premium-card')
  await openSubscriptions(page)
  const other = await demoReader(page, 'premium-no-ads')
  await signInAs(page, other)
  await comeBack(page)
  await expect(page.getByRole('banner').getByText(other.email)).toBeVisible()
  await expect(page.locator('main h2').first()).toContainText('Prémium bez reklamy')
})

test('R6.01 a page that the browser kept shows nothing to whoever presses Back after the reader signed out', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await openSubscriptions(page)
  await page.context().clearCookies()
  // The browser's event when a page is restored from the back/forward cache.
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page).toHaveURL(/\/login\?url=/)
})

test('R6.01 a refusal since somebody else has signed in offers to reload, and loses nothing before', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(403)
  const { email } = await signIn(page, 'removal-limit')
  await page.goto('/nastavenia#main-data')
  await page.getByText('Zmeniť heslo', { exact: true }).click()
  await current(page).fill('Nespravne-1')
  await wanted(page).fill('Celkom-nove-1')
  const other = await demoReader(page, 'premium-no-ads')
  await signInAs(page, other)
  await send(page)
  const told = page.getByRole('dialog', { name: /^Účet sa .* zmenil\.$/ })
  await expect(told).toContainText(email)
  await axe()
  await told.getByRole('button', { name: 'Zostať na stránke' }).click()
  await expect(told).toBeHidden()
  await expect(wanted(page)).toHaveValue('Celkom-nove-1')

  await send(page)
  await told.getByRole('button', { name: 'Načítať stránku znova' }).click()
  await expect(page.getByRole('banner').getByText(other.email)).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
})

test('R6.01 what is written is not published under the name of who has signed in since', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(403)
  await signIn(page, 'premium-card')
  await page.goto(discussionTab)
  await page
    .getByRole('button', { name: /^Napísať príspevok/ })
    .first()
    .click()
  const text = page.getByRole('textbox').last()
  await text.fill('Toto píše Jana.')
  const published: string[] = []
  page.on('request', each => {
    if (each.method() === 'POST' && each.url().endsWith('/posts')) published.push(each.url())
  })
  // In another window, so that this one is not told.
  await signInAs(page, await demoReader(page, 'premium-no-ads'))
  await page.getByRole('button', { name: 'Zverejniť príspevok' }).click()
  const told = page.getByRole('dialog', { name: /^Účet sa .* zmenil\.$/ })
  await expect(told).toBeVisible()
  await axe()
  await told.getByRole('button', { name: 'Zostať na stránke' }).click()
  await expect(text).toHaveValue('Toto píše Jana.')
  expect(published).toEqual([])
})
