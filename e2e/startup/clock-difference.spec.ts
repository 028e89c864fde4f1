import type { Page } from '@playwright/test'
import {
  expect,
  linkIn,
  mailTo,
  newAddress,
  newReader,
  onSeveralOrigins,
  register,
  setCookie,
  signIn,
  test,
} from '../fixtures.ts'
import { atProvider } from '../identity/provider-page.ts'

const minutes = 60_000

/** Sets the browser's clock wrong by an offset; time goes on as usual. */
const setClockWrong = (page: Page, byMs: number) => page.clock.install({ time: Date.now() + byMs })

async function difference(page: Page) {
  const cookies = await page.context().cookies()
  return cookies.find(cookie => cookie.name === 'pptd')
}

for (const [what, byMs] of [
  ['two hours fast', 120 * minutes],
  ['two hours slow', -120 * minutes],
  ['a day fast', 24 * 60 * minutes],
] as const) {
  test(`R9.07 R3.13 on a machine that is ${what}, the difference is kept for a day and used`, async ({
    page,
  }) => {
    const { email } = await signIn(page, 'premium-card')
    await page.context().clearCookies({ name: 'ppp' })
    await setClockWrong(page, byMs)
    await page.goto('/predplatne')
    await expect(page.getByRole('banner').getByText(email)).toBeVisible()
    const kept = await difference(page)
    expect(Math.abs(Number(kept?.value) + byMs)).toBeLessThan(1 * minutes)
    expect(Math.abs((kept?.expires ?? 0) - Date.now() / 1000 - 86_400)).toBeLessThan(120)

    // From now on the token counts as fresh, although this machine thinks otherwise.
    const refreshes: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/refresh-token')) refreshes.push(request.url())
    })
    await page.reload()
    await expect(page.getByRole('banner').getByText(email)).toBeVisible()
    expect(refreshes).toEqual([])
  })
}

test('R9.07 four minutes are no difference', async ({ page }) => {
  const { email } = await signIn(page, 'premium-card')
  await page.context().clearCookies({ name: 'ppp' })
  await setClockWrong(page, 4 * minutes)
  await page.goto('/predplatne')
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  expect(await difference(page)).toBeUndefined()
})

test('R9.07 a machine whose clock has been put right forgets the difference', async ({ page }) => {
  const { email } = await signIn(page, 'premium-card')
  await setCookie(page, 'pptd', String(120 * minutes))
  await page.goto('/predplatne')
  await expect(page.getByRole('banner').getByText(email)).toBeVisible()
  expect(await difference(page)).toBeUndefined()
})

const days = 24 * 60 * minutes

/** A sign-in minutes ago by the server's clock is shown as such, whatever the machine's clock says. */
async function expectServerTime(page: Page, byMs: number): Promise<void> {
  await expect
    .poll(async () => Math.abs(Number((await difference(page))?.value) + byMs))
    .toBeLessThan(1 * minutes)
  await page.goto('/nastavenia#linked-accounts')
  await expect(
    page
      .getByRole('main')
      .getByText(/práve teraz/)
      .first(),
  ).toBeVisible()
}

test(
  'R10.07 R3.13 whoever signs in by the form has the server’s time from the first screen on',
  onSeveralOrigins,
  async ({ page }) => {
    const { email, password } = await newReader(page, 'hodiny')
    await setClockWrong(page, -22 * days)
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Pokračovať', exact: true }).click()
    await page.getByLabel('Heslo', { exact: true }).fill(password)
    await page.context().clearCookies({ name: 'pptd' })
    await page.getByRole('button', { name: 'Prihlásiť sa' }).click()
    await expect(page).toHaveURL(/\/predplatne$/)
    await expectServerTime(page, -22 * days)
  },
)

test('R10.07 R3.13 by a link from a mail as well', async ({ page }) => {
  const email = newAddress('odkaz')
  await register(page, email)
  const link = linkIn(await mailTo(page, email, '/login/activate/'), '/login/activate/')
  await setClockWrong(page, 3 * days)
  await page.goto(new URL(link).pathname)
  await page.getByLabel('Nové heslo', { exact: true }).fill('Nove-heslo-1')
  await page.context().clearCookies({ name: 'pptd' })
  await page.getByRole('main').getByRole('button').last().click()
  await expect(page).toHaveURL(/\/predplatne$/)
  await expectServerTime(page, 3 * days)
})

test('R10.07 R3.13 and by another account, which leads past the login', async ({ page }) => {
  await setClockWrong(page, -22 * days)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Pokračovať cez Google' }).click()
  await page.context().clearCookies({ name: 'pptd' })
  await atProvider(page).continueAs(newAddress('hodiny'))
  await expect(page).toHaveURL(/\/predplatne$/)
  await expectServerTime(page, -22 * days)
})
