import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const opener = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^Chat s/ })
const panel = (page: Page) => page.getByRole('region', { name: /^Chat s/ })

test('R1.26 the chat comes at 17:00 and goes at 22:00 without a reload, and is fetched for whoever opens it', async ({
  page,
  axe,
  expectRefusal,
}) => {
  const scripts: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/chat.js')) scripts.push(request.url())
  })
  const start = '2026-11-23T16:59:00+01:00'
  await page.clock.install({ time: start })
  // The server's clock agrees with the reader's.
  await page.route('**/config.json*', async route => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(start).toUTCString() } })
  })
  await page.goto('/faq')
  // It comes together with the chat, in the chat's hours.
  await expect(page.getByRole('button', { name: 'Nastavenia cookies' })).toBeVisible()
  await expect(opener(page)).toHaveCount(0)
  await page.clock.fastForward(61_000)
  await expect(opener(page)).toBeVisible()
  expect(scripts).toEqual([])

  // Its provider is down for a moment: the reader is told, and the next try goes through.
  expectRefusal('no answer')
  await page.route('**/chat.js', route => route.abort(), { times: 1 })
  await opener(page).click()
  await expect(panel(page).getByRole('heading')).toBeFocused()
  await expect(panel(page).getByRole('alert')).toContainText('Chat sa nepodarilo otvoriť.')
  await axe()
  await panel(page).getByRole('button', { name: 'Skúsiť znova' }).click()
  const chat = panel(page).frameLocator('iframe')
  await chat.getByRole('textbox', { name: 'Vaša správa' }).fill('Kde nájdem faktúru?')
  await chat.getByRole('button', { name: 'Poslať' }).click()
  await expect(chat.getByRole('log')).toContainText('Ďakujeme za správu.')
  await axe()

  // Left aside and opened again, the conversation is the same.
  await panel(page).getByRole('button', { name: 'Zavrieť' }).click()
  await expect(panel(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  await opener(page).press('Enter')
  await expect(chat.getByRole('log')).toContainText('Kde nájdem faktúru?')
  expect(scripts).toHaveLength(2)

  await page.clock.fastForward('05:00:00')
  await expect(opener(page)).toHaveCount(0)
  await expect(panel(page)).toContainText('Tento môžete dokončiť.')
  await panel(page).getByRole('heading').press('Escape')
  await expect(panel(page)).toHaveCount(0)
})
