import type { Page } from '@playwright/test'
import { expect, onAllOrigins, setCookie, signIn, test } from '../fixtures.ts'

const refreshUrl = '**/refresh-token'

/** Calls to renew the session, and what was written into the console meanwhile. */
function watch(page: Page) {
  const watched = { refreshes: 0, said: [] as string[] }
  page.on('request', request => {
    if (request.url().endsWith('/refresh-token')) watched.refreshes += 1
  })
  page.on('console', message => watched.said.push(message.text()))
  return watched
}

const unknownReader = (page: Page) =>
  page.getByRole('main').getByText('Vaše prihlásenie sa teraz nepodarilo overiť.').locator('..')

/** Keeps the session, but removes its cookies that scripts can read. */
const forgetPayload = (page: Page) => page.context().clearCookies({ name: 'ppp' })

test('R4.01 R8.03 a user id that is no whole number is none: nobody is signed in', async ({ page }) => {
  await signIn(page, 'premium-card')
  const watched = watch(page)
  for (const value of ['jana', '0']) {
    await setCookie(page, 'ppi', value)
    await page.goto('/pre-firmy')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Prihlásiť sa' }), value).toBeVisible()
  }
  expect(watched.refreshes).toBe(0)
  await page.goto('/predplatne')
  await expect(page).toHaveURL(/\/login\?url=/)
})

test('R4.02 R4.03 a fresh payload tells who reads, without a call to renew it', async ({ page }) => {
  const { email } = await signIn(page, 'premium-card')
  const watched = watch(page)
  await page.goto('/predplatne')
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  expect(watched.refreshes).toBe(0)
})

for (const [what, spoil] of [
  ['missing', forgetPayload],
  ['of another reader', (page: Page) => setCookie(page, 'ppi', '999999')],
  ['no token', (page: Page) => setCookie(page, 'ppp', 'a.b.c')],
] as const) {
  test(
    `R4.02 a payload that is ${what} is refreshed once, then the reader is known`,
    what === 'missing' ? onAllOrigins : {},
    async ({ page }) => {
      const { email } = await signIn(page, 'premium-card')
      await spoil(page)
      const watched = watch(page)
      await page.goto('/predplatne')
      await expect(page.getByRole('banner').getByText(email)).toBeVisible()
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      expect(watched.refreshes).toBe(1)
    },
  )
}

test('R2.31 R16.03 whose session is slow to be renewed sees that the page is loading', async ({ page }) => {
  const { email } = await signIn(page, 'premium-card')
  await forgetPayload(page)
  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(refreshUrl, async route => {
    await mayAnswer
    await route.continue()
  })
  await page.goto('/predplatne')
  const loading = page.getByRole('status').filter({ hasText: 'Načítavame…' })
  await expect(loading).toBeVisible()
  answer()
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test('R7.10 a page left while its session is renewed gets the cookies of the answer', async ({ page }) => {
  await signIn(page, 'premium-card')
  await page.goto('/nastavenia')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const refreshToken = async () => (await page.context().cookies()).find(({ name }) => name === 'ppr')?.value
  const former = await refreshToken()
  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 1000, downloadThroughput: -1, uploadThroughput: -1 }
  await network.send('Network.emulateNetworkConditions', slow)
  await forgetPayload(page)
  const renewal = page.waitForRequest(refreshUrl)
  await page.getByRole('navigation').getByRole('link', { name: 'Predplatné' }).first().click()
  await renewal
  await page.goto('about:blank')
  await expect.poll(refreshToken).not.toBe(former)
})

test('R4.02 when the session is over, the reader is a visitor', async ({ page, expectRefusal }) => {
  expectRefusal(401)
  await signIn(page, 'premium-card')
  await forgetPayload(page)
  await page.context().clearCookies({ name: 'ppr' })
  await page.goto('/predplatne')
  await expect(page).toHaveURL(/\/login\?url=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prihlásenie')
})

const failures = [
  ['HTTP API Error', 'answers 503', { status: 503, body: '' }],
  ['HTTP API Error', 'cannot be reached', undefined],
  ['No fresh user payload found.', 'brings nothing', { status: 204 }],
] as const
for (const [message, what, answer] of failures) {
  test(`R8.03 R4.02 a renewal that ${what} is "${message}": the page offers another try`, async ({
    page,
    axe,
    expectRefusal,
  }) => {
    if (answer === undefined) expectRefusal('no answer')
    else if (answer.status >= 400) expectRefusal(answer.status)
    const { email } = await signIn(page, 'premium-card')
    await forgetPayload(page)
    const { said } = watch(page)
    await page.route(refreshUrl, route => (answer ? route.fulfill(answer) : route.abort()))
    await page.goto('/predplatne')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil sa teraz nepodarilo otvoriť.')
    expect(said.filter(text => text.includes(`SessionError: ${message}`))).toHaveLength(1)
    if (what === 'answers 503') await axe()

    // Public pages do not wait for it.
    await page.goto('/pre-firmy')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Prihlásiť sa' })).toBeVisible()
    await expect(unknownReader(page)).toBeVisible()
    if (what === 'answers 503') await axe()
    // A protected page repeats the start.
    await page.getByRole('navigation').getByRole('link', { name: 'Nastavenia' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil sa teraz nepodarilo otvoriť.')
    await page.goBack()
    await page.goBack()
    const again = page.getByRole('button', { name: 'Skúsiť znova' })
    await expect(again).toBeVisible()
    await page.unroute(refreshUrl)
    await again.click()
    await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  })
}

test('R8.03 on a page for everybody another try makes the reader known', async ({ page, expectRefusal }) => {
  expectRefusal(503)
  const { email } = await signIn(page, 'premium-card')
  await forgetPayload(page)
  await page.route(refreshUrl, route => route.fulfill({ status: 503, body: '' }))
  await page.goto('/faq')
  await expect(unknownReader(page)).toBeVisible()
  await page.unroute(refreshUrl)
  await unknownReader(page).getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  await expect(unknownReader(page)).toHaveCount(0)
})
