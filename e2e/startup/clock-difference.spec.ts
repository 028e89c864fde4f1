import type { Page } from '@playwright/test'
import { expect, setCookie, signIn, test } from '../fixtures.ts'

const minutes = 60_000

/** Lets the reader's machine be wrong about the time; minutes go on as they do. */
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
