import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'

test.use({ marketing: 'not asked' })

const notice = (page: Page) => page.getByRole('region', { name: /^Môžeme vám ponúkať/ })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const decision = async (page: Page) =>
  JSON.parse((await page.evaluate(() => localStorage.getItem('profil_consent'))) ?? 'null') as unknown

test('R16.01 the question comes below what the page still waits for, and is not pushed down', async ({
  page,
}) => {
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/products', async route => {
    await asked
    await route.continue()
  })
  await page.goto('/pre-firmy')
  // It is there once its script is, and not shown yet.
  const question = page.locator('#end-of-page').getByText('Môžeme vám ponúkať')
  await expect(question).toBeAttached()
  await expect(question).toBeHidden()
  await button(page, 'Nastavenia cookies').click()
  await expect(question).toBeFocused()
  await page.reload()
  await expect(question).toBeAttached()
  answer()
  await expect(notice(page)).toBeVisible()
})

test('R3.01 marketing is fetched for readers who agree, and only as long as they do', async ({
  page,
  axe,
}) => {
  const fetched: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/tag.js')) fetched.push(request.url())
  })
  const config = (await (await page.request.get('/config.json')).json()) as { marketing_script_url: string }
  const views = async () => {
    const answer = await page.request.get(new URL('/views.json', config.marketing_script_url).href)
    return ((await answer.json()) as { items: { path: string }[] }).items.length
  }
  const before = await views()

  // The question is not modal, and both answers look alike.
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/faq')
  await expect(notice(page)).toBeVisible()
  await expect(notice(page).locator(':focus')).toHaveCount(0)
  const sizes = await notice(page)
    .getByRole('button')
    .evaluateAll(found => found.map(each => [each.clientWidth, each.clientHeight, each.className]))
  expect(sizes).toHaveLength(2)
  expect(sizes[0]).toEqual(sizes[1])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await axe()
  await notice(page).getByText('Podrobnosti').click()
  await expect(notice(page)).toContainText('služba Ukážková reklama, s. r. o. dozvie')
  await button(page, 'Nie').click()
  await expect(notice(page)).toHaveCount(0)
  await expect(button(page, 'Nastavenia cookies')).toBeFocused()
  expect(await decision(page)).toMatchObject({ version: 1, host: '127.0.0.1', marketing: false })

  // Refused once, not asked again; another word is a press away.
  await page.reload()
  await button(page, 'Nastavenia cookies').click()
  await expect(notice(page)).toContainText(/Súhlas ste odmietli \d+\.\s/)
  expect(fetched).toEqual([])
  await button(page, 'Áno').click()
  await expect.poll(views).toBe(before + 1)
  await page.reload()
  await expect.poll(views).toBe(before + 2)
  await expect(notice(page)).toHaveCount(0)

  // Taken back: what runs already ends with the page.
  await button(page, 'Nastavenia cookies').click()
  await button(page, 'Nie').click()
  const running = page.getByRole('region', { name: /^Súhlas ste nedali/ })
  await expect(running).toBeVisible()
  await axe()
  await running.getByRole('button', { name: 'Načítať znova' }).click()
  await expect(button(page, 'Nastavenia cookies')).toBeVisible()
  expect(await decision(page)).toMatchObject({ marketing: false })
  expect(fetched).toHaveLength(2)
  expect(await views()).toBe(before + 2)
})

test('R13.14 both answers are a line of words at 390 px, in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [language, answers] of [
    ['sk', ['Nie', 'Áno']],
    ['en', ['No', 'Yes']],
  ] as const) {
    await page.goto(`/faq?lang=${language}`)
    for (const answer of answers) {
      await expect(button(page, answer)).toBeVisible()
      const lines = await button(page, answer).evaluate(each => {
        const words = document.createRange()
        words.selectNodeContents(each)
        return words.getClientRects().length
      })
      expect(lines, answer).toBe(1)
    }
  }
})

test('R13.14 the question stands at the end of the page, and is not asked where something is being done', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq')
  await expect(notice(page)).toBeVisible()
  const end = await page.evaluate(() => {
    const asked = document.querySelector('#end-of-page section')?.getBoundingClientRect()
    const footer = document.querySelector('footer')?.getBoundingClientRect()
    return { isAboveFooter: Number(asked?.bottom) <= Number(footer?.top), top: asked?.top }
  })
  expect(end.isAboveFooter).toBe(true)
  expect(end.top).toBeGreaterThan(844)
  for (const path of ['/predplatne-cez-kod', '/neznama']) {
    await page.evaluate(address => history.pushState(null, '', address), path)
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await expect(notice(page)).toHaveCount(0)
  }
  await button(page, 'Nastavenia cookies').click()
  await expect(notice(page)).toBeVisible()
})

test('R3.01 neither the pages of the login nor those whose address holds a token may load marketing', async ({
  request,
}) => {
  const config = (await (await request.get('/config.json')).json()) as { marketing_script_url: string }
  const host = new URL(config.marketing_script_url).origin
  const allowed = async (path: string) => {
    const policy = (await request.get(path)).headers()['content-security-policy'] ?? ''
    return policy.split('; ').filter(part => part.split(' ').includes(host))
  }
  expect(await allowed('/faq')).toHaveLength(5)
  for (const path of ['/login', '/obchod', '/login/activate/abc', '/unsubscribe/abc', '/e-maily/odkaz/abc']) {
    expect(await allowed(path), path).toEqual([])
  }
})
