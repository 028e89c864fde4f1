import { expect, test } from '../fixtures.ts'
import { screen } from './faq-screen.ts'

test('R8.01 questions that fail to load say so, and are tried again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  const fails = /\/faq(-questions)?\?lang=/
  await page.route(fails, route => route.fulfill({ status: 500, json: { errors: [] } }))
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  await page.goto('/faq')
  await expect(page.getByText('Otázky sa nepodarilo načítať.')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^mailto:/)
  // The error's name survives the build.
  expect(said).toContainEqual(expect.stringContaining('ApiError: Server Error (500)'))
  await axe()
  // Busy until both reads have been given up.
  const again = page.getByRole('button', { name: 'Skúsiť znova' })
  await expect(again).toBeEnabled()
  await page.unroute(fails)
  await again.click()
  await expect(screen(page).questions.nth(24)).toBeAttached()
})

test('R8.01 where only the answers fail, the questions stay; an unfolded one and a search say so', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  const { search, questions } = screen(page)
  await page.route('**/faq?lang=*', route => route.fulfill({ status: 500, json: { errors: [] } }))
  await page.goto('/faq')
  const first = page.locator('main details').first()
  await questions.first().click()
  const again = first.getByRole('button', { name: 'Skúsiť znova' })
  await expect(again).toBeVisible()
  await expect(questions.nth(24)).toBeAttached()
  await axe()
  await search.fill('karta')
  await expect(page.getByText('Otázky sa nepodarilo načítať.')).toBeVisible()
  await expect(search).toHaveValue('karta')
  await search.fill('')
  await questions.first().click()
  await page.unroute('**/faq?lang=*')
  await again.click()
  await expect(first.locator('p').first()).toBeVisible()
})

test('R16.01 the questions are here before their answers, which an unfolded one waits for', async ({
  page,
  axe,
}) => {
  let answer = () => {}
  const isAsked = new Promise<void>(resolve => {
    answer = resolve
  })
  await page.route('**/faq?lang=*', async route => {
    await isAsked
    await route.continue()
  })
  await page.goto('/faq')
  const first = page.locator('main details').first()
  await first.locator('summary').click()
  await expect(first.getByRole('status')).toBeAttached()
  await expect(first.locator('p')).toHaveCount(0)
  await axe()
  answer()
  await expect(first.locator('p').first()).toBeVisible()
  await expect(first).toHaveAttribute('open')
})

test('R8.04 where what comes after the paint does not arrive, questions, search and a phone’s menu offer a reload', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  const { search, questions } = screen(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/assets/rest-*.js', route => route.abort())
  await page.goto('/faq')
  // The place of the publisher's header is given up, and what is pressed below it moves.
  await expect(page.locator('header > div').first()).not.toHaveClass(/./)
  const first = page.locator('main details').first()
  await questions.first().click()
  const reload = { name: 'Načítať stránku znova' }
  await expect(first.getByRole('button', reload)).toBeVisible()
  await search.fill('karta')
  await expect(page.getByRole('main').getByRole('button', reload)).toBeVisible()
  await expect(search).toHaveValue('karta')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('banner').getByRole('button', reload)).toBeVisible()
  await axe()
  await page.unroute('**/assets/rest-*.js')
  await page.getByRole('banner').getByRole('button', reload).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Nastavenia' })).toBeVisible()
})
