import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { isTooWide, subscriptionScreen } from '../subscriptions/subscription-screen.ts'

const spaced = (text: string) => new RegExp(text.replaceAll(' ', '\\s'))

/** The publisher's site tells that this browser reads locked content. */
async function read(page: Page, id: string, name: string): Promise<void> {
  const cookies = await page.context().cookies()
  const userId = cookies.find(cookie => cookie.name === 'ppi')?.value ?? ''
  const answer = await page.request.put(`/rest/api/prv/v1/users/${userId}/devices/${id}`, {
    data: { name, type: 'browser' },
    headers: { origin: siteOrigin() },
  })
  expect(answer.status()).toBe(200)
}

for (const width of [390, 1280]) {
  const isHere = width === 390
  test(`R1.05 R6.03 journey, 2 presses: a device is freed after a dialog that says what happens, and is signed out, ${width} px`, async ({
    page,
    presses,
    browser,
    axe,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    // Each test has a reader of its own, since only three removals a month are allowed.
    const situation = isHere ? 'premium-card' : 'device-limit'
    await signIn(page, situation)
    const other = await (await browser.newContext()).newPage()
    if (!isHere) await signIn(other, situation)
    await read(isHere ? page : other, `e2e-${width}`, 'Vivaldi, Linux')
    await page.goto('/predplatne')
    const keys = byKeyboard(page)
    const { devices } = subscriptionScreen(page)
    const row = devices.getByRole('listitem').filter({ hasText: 'Vivaldi, Linux' })
    await expect(row.getByText('toto zariadenie')).toHaveCount(isHere ? 1 : 0)
    await expect(devices).toContainText(spaced('môžete odstrániť ešte 3 zariadenia'))

    const button = row.getByRole('button', { name: 'Odstrániť zariadenie Vivaldi, Linux' })
    await keys.press(button)
    const dialog = page.getByRole('dialog', { name: 'Odstránite zariadenie Vivaldi, Linux' })
    await expect(dialog).toContainText(
      spaced(isHere ? 'hneď vás tu odhlásime' : 'na odstránenom vás odhlásime'),
    )
    await expect(dialog).toContainText(spaced('odstrániť ešte 2 zariadenia'))
    await axe()
    await keys.press(dialog.getByRole('button', { name: 'Nechať tak' }))
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()

    presses.restart()
    await keys.press(button)
    await keys.press(dialog.getByRole('button', { name: 'Odstrániť' }))
    if (isHere) {
      await expect(page).toHaveURL(/\/login\?signed_out/)
      await page.goto('/predplatne')
      await expect(page).toHaveURL(/\/login\?/)
    } else {
      await expect(row).toBeHidden()
      await expect(
        page.getByText('Zariadenie Vivaldi, Linux sme odstránili zo zoznamu.').first(),
      ).toBeVisible()
      await presses.expect(2)
      await keys.expectFocusKept()
      await expect(devices).toContainText(spaced('môžete odstrániť ešte 2 zariadenia'))
      expect(await isTooWide(page)).toBe(false)
      const renewal = await other.request.post('/refresh-token', { headers: { origin: siteOrigin() } })
      expect(renewal.status()).toBe(401)
      // Nothing else has ended.
      await page.reload()
      await expect(devices).toContainText(spaced('môžete odstrániť ešte 2 zariadenia'))
      // Three may read: the one that was used least lately is shut out.
      const rows = devices.getByRole('listitem')
      await expect(rows.filter({ hasText: 'zamknutý obsah neotvorí' })).toHaveCount(1)
      await expect(rows.last()).toContainText('zamknutý obsah neotvorí')
      await expect(devices.getByRole('link', { name: 'Nastaveniach profilu' })).toHaveAttribute(
        'href',
        '/nastavenia#linked-accounts',
      )
    }
    await other.context().close()
  })
}

test('R6.03 whoever has removed three this month is told when it is possible again, and offered no button', async ({
  page,
}) => {
  await signIn(page, 'removal-limit')
  await page.goto('/predplatne')
  const { devices } = subscriptionScreen(page)
  await expect(devices).toContainText('Tento mesiac už ďalšie odstrániť nemôžete')
  await expect(devices.getByRole('listitem').first()).toBeVisible()
  await expect(devices.getByRole('button', { name: /^Odstrániť/ })).toHaveCount(0)
})

test('R6.03 a removal that is refused says why, and then the list is as it is', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(422)
  await signIn(page, 'employee')
  // Another tab has used up what was left.
  let isUsedUp = false
  await page.route('**/users/*/devices*', async route => {
    const answer = await route.fetch()
    const list = await answer.json()
    if (isUsedUp) list.limit.removed_devices = list.limit.removal_limit
    await route.fulfill({ response: answer, json: list })
  })
  await page.route('**/devices/*', async route => {
    isUsedUp = true
    await route.fulfill({
      status: 422,
      json: { errors: [{ key: 'device_removal_limit_reached', message: '' }] },
    })
  })
  await page.goto('/predplatne')
  const { devices } = subscriptionScreen(page)
  await devices
    .getByRole('button', { name: /^Odstrániť/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Odstrániť' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Tento mesiac ste už odstránili najviac zariadení')
  await expect(dialog.getByRole('alert')).toContainText('zostáva')
  await dialog.getByRole('button', { name: 'Nechať tak' }).click()
  await expect(devices.getByRole('button', { name: /^Odstrániť/ })).toHaveCount(0)
  await expect(devices.getByRole('listitem').first()).toBeVisible()
})
