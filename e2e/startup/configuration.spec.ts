import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

const configUrl = /\/config\.json/

const causes = [
  ['a bad status', 500, { status: 500, json: {} }],
  ['a status of not found', 404, { status: 404, json: {} }],
  ['something else than JSON', undefined, { contentType: 'application/json', body: '<p>Error</p>' }],
  ['an empty body', undefined, { contentType: 'application/json', body: '' }],
  ['missing fields', undefined, { json: { environment: 'demo' } }],
  ['null', undefined, { json: null }],
] as const

const texts = {
  sk: 'Fatálna chyba. Prosím kontaktujte administrátora.',
  en: 'Fatal error. Please contact administrator.',
} as const

for (const language of ['sk', 'en'] as const) {
  test(`R8.02 R5.13 a configuration that cannot be used is told, whatever the cause: ${language}`, async ({
    page,
    axe,
    expectRefusal,
  }) => {
    await rememberLanguage(page, language)
    for (const [cause, status, answer] of causes) {
      if (status) expectRefusal(status)
      await page.route(configUrl, route => route.fulfill(answer))
      await page.goto('/pre-firmy')
      const said = page.getByText(texts[language], { exact: true })
      await expect(said, cause).toHaveCSS('color', 'rgb(255, 0, 0)')
      await expect(said).toHaveCSS('font-weight', '700')
      await expect(said).toHaveCSS('text-align', 'center')
      await expect(page.locator('#root')).toHaveText(texts[language])
      await expectInTheMiddle(page)
      await page.unroute(configUrl)
    }
    await axe()
  })
}

test('R8.02 a configuration that cannot be reached is told, in Slovak when no language is remembered', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await page.route(configUrl, route => route.abort())
  await page.goto('/pre-firmy')
  await expect(page.locator('#root')).toHaveText(texts.sk)
})

test('R2.31 R7.02 nothing is shown before the configuration, which no cache answers', async ({ page }) => {
  const asked: string[] = []
  let answer = () => {}
  const mayAnswer = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route(configUrl, async (route, request) => {
    asked.push(new URL(request.url()).search)
    await mayAnswer
    await route.continue()
  })
  const program = page.waitForResponse(/\/assets\/shared-.*\.js$/)
  await page.goto('/pre-firmy', { waitUntil: 'commit' })
  await program
  await page.waitForFunction(() => document.readyState !== 'loading')
  await expect(page.locator('#root')).toBeEmpty()
  answer()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(asked).toHaveLength(2)
  expect(new Set(asked).size).toBe(2)
  for (const query of asked) expect(query).toMatch(/^\?[\w-]{6,}$/)
})

for (const [path, language] of [
  ['/pre-firmy', 'sk'],
  ['/login', 'en'],
] as const) {
  test(`R10.09 R8.02 a configuration that never comes is told after 30 seconds: ${path}`, async ({
    page,
  }) => {
    await rememberLanguage(page, language)
    await page.clock.install()
    const asked = page.waitForRequest(configUrl)
    await page.route(configUrl, () => {})
    await page.goto(path, { waitUntil: 'commit' })
    await asked
    // The login has come rendered, without it.
    if (path !== '/login') await expect(page.locator('#root')).toBeEmpty()
    // The seconds count from the moment at which the program has arrived.
    await expect(async () => {
      await page.clock.fastForward(31_000)
      await expect(page.locator('#root')).toHaveText(texts[language], { timeout: 1000 })
    }).toPass()
  })
}

function rememberLanguage(page: Page, language: string) {
  return page.addInitScript(value => localStorage.setItem('profil_language', value), language)
}

async function expectInTheMiddle(page: Page) {
  const box = await page.getByRole('alert').boundingBox()
  const size = page.viewportSize()
  if (!box || !size) throw new Error('Nothing is said')
  expect(Math.abs(box.x + box.width / 2 - size.width / 2)).toBeLessThan(2)
  expect(Math.abs(box.y + box.height / 2 - size.height / 2)).toBeLessThan(2)
}
