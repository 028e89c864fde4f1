import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { countShifts, shifted } from '../layout-shifts.ts'
import { answerBlocks, blocksUrl, html } from './publisher.ts'

const noBlocks = { 'sme-header': [], 'sme-pager': [], 'sme-footer': [], 'sme-endpage': [] }

/** The skeleton, or what came in its place. */
const place = (page: Page) => page.locator('header > div').first()
const height = async (page: Page) => (await place(page).boundingBox())?.height ?? 0

const useless = [
  { contentType: 'text/html', body: '<p>' },
  { body: '' },
  { contentType: 'application/json', body: '{"sme-header": [' },
  { json: { 'sme-header': [] } },
  { json: withItem({ type: 'video' }) },
  { json: withItem(html('<p>x</p>'.repeat(700_000))) },
  { status: 500, body: '' },
]

test('R7.03 a content host that answers garbage, nothing, 5 MB or 500 leaves no skeleton behind', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal(500)
  for (const answer of useless) {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route(blocksUrl, route => route.fulfill(answer))
    await page.goto('/faq')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => height(page)).toBe(0)
    await expect(page.locator('[data-block]')).toHaveCount(0)
  }
})

test('R7.03 a content host that cannot be reached leaves no skeleton behind', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await page.route(blocksUrl, route => route.abort())
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => height(page)).toBe(0)
})

test('R7.03 a content host is waited for 10 seconds, not longer', async ({ page }) => {
  await page.clock.install()
  await page.route(blocksUrl, () => {})
  const asked = page.waitForRequest(blocksUrl)
  await page.goto('/faq')
  await asked
  await page.clock.fastForward(8000)
  expect(await height(page)).toBe(90)
  await page.clock.fastForward(2500)
  await expect.poll(() => height(page)).toBe(0)
})

test('R7.03 a program of the blocks that does not arrive leaves no skeleton behind', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await page.route('**/assets/rest-*.js', route => route.abort())
  await page.goto('/faq')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => height(page)).toBe(0)
})

test('R7.03 of an empty block nothing is shown', async ({ page }) => {
  await answerBlocks(page, { 'sme-header': [html('<p>Rubriky</p>')] })
  await page.goto('/faq')
  await expect(page.getByText('Rubriky')).toBeVisible()
  await expect(page.locator('[data-block]')).toHaveCount(1)
})

test('R13.14 the footer leaves to the publisher’s own what the configuration says, as long as that one is there', async ({
  page,
  expectRefusal,
}) => {
  const left = ['help', 'accessibility']
  await page.route('**/config.json?*', async route => {
    const answer = await route.fetch()
    const config = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...config, footer_without: left } })
  })
  const saysBoth = '<p>Poradíme vám</p><a href="https://dennik.example/">Vyhlásenie o prístupnosti</a>'
  await answerBlocks(page, { 'sme-footer': [html(saysBoth)] })
  const own = page.getByRole('contentinfo').locator(':scope > div').first()
  const help = own.getByText(/^Potrebujete pomoc\?/)
  const statement = own.getByRole('link', { name: 'Vyhlásenie o prístupnosti' })
  const theirs = page.locator('[data-block="sme-footer"]')

  await page.goto('/faq')
  await expect(theirs.getByRole('link', { name: 'Vyhlásenie o prístupnosti' })).toBeVisible()
  await expect(help).toHaveCount(0)
  await expect(statement).toHaveCount(0)

  left.pop()
  await page.reload()
  await expect(theirs.getByText('Poradíme vám')).toBeVisible()
  await expect(help).toHaveCount(0)
  await expect(statement).toBeVisible()

  // Help links stay even when the publisher's footer fails.
  left.push('accessibility')
  expectRefusal(500)
  for (const answer of [{ status: 500, body: '' }, { json: noBlocks }]) {
    await page.route(blocksUrl, route => route.fulfill(answer))
    await page.reload()
    await expect(help).toBeVisible()
    await expect(statement).toBeVisible()
  }
})

for (const width of [390, 1280]) {
  test(`R7.03 nothing moves when the blocks come, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    let answer = () => {}
    const mayAnswer = new Promise<void>(resolve => {
      answer = resolve
    })
    await page.route(blocksUrl, async route => {
      await mayAnswer
      await route.continue()
    })
    await page.goto('/pre-firmy')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const skeleton = await height(page)
    await countShifts(page)
    answer()
    await expect(page.getByRole('navigation', { name: 'Ďalšie naše weby' })).toBeVisible()
    expect(await height(page)).toBe(skeleton)
    expect(await shifted(page)).toBeLessThanOrEqual(0.02)
  })
}

function withItem(item: object) {
  return { ...noBlocks, 'sme-header': [item] }
}
