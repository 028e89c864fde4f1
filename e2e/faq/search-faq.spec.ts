import { expect, signIn, test } from '../fixtures.ts'
import { screen } from './faq-screen.ts'

test('R1.14 search ignores case and diacritics, and is in the address', async ({ page }) => {
  const { search, found, questions } = screen(page)
  await page.goto('/faq')
  await search.fill('AKTIVACNY kod')
  await expect(found).toHaveText('Našli sme 1 odpoveď.')
  await expect(questions.first()).toHaveText('Ako použijem aktivačný kód?')
  await expect(page).toHaveURL(/\/faq\?q=AKTIVACNY\+kod$/)
  await expect(search).toBeFocused()
  await page.reload()
  await expect(search).toHaveValue('AKTIVACNY kod')
  await expect(questions.first()).toHaveText('Ako použijem aktivačný kód?')
  await search.fill('')
  await expect(page).toHaveURL(/\/faq$/)
  await expect(page.getByRole('region', { name: 'Platba a doklady' })).toBeVisible()
})

test('typing leaves no steps behind, and back brings an earlier search back', async ({ page }) => {
  const { search } = screen(page)
  await page.goto('/pre-firmy')
  await page.goto('/faq?q=karta')
  await search.fill('kartou')
  await expect(page).toHaveURL(/q=kartou$/)
  await page.getByRole('navigation').getByRole('link', { name: 'Časté otázky' }).click()
  await expect(page).toHaveURL(/\/faq$/)
  await expect(search).toHaveValue('')
  await page.goBack()
  await expect(search).toHaveValue('kartou')
  await page.goBack()
  await expect(page).toHaveURL(/pre-firmy$/)
})

test('R1.25 nothing found says so, and where to ask', async ({ page, axe }) => {
  const { search, questions } = screen(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/faq?q=%3Cb%3Ekr%C3%A1lik%3C%2Fb%3E')
  await expect(page.getByRole('main').getByText('Na „<b>králik</b>“ sme odpoveď nenašli')).toBeVisible()
  for (const act of ['Vypnúť obnovovanie', 'Zobraziť doklady', 'Zobraziť zariadenia']) {
    await expect(page.getByRole('main').getByRole('link', { name: act })).toBeVisible()
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'napíšte' })).toHaveAttribute(
    'href',
    '/faq?napiste',
  )
  await axe()
  await page.getByRole('button', { name: 'Zrušiť hľadanie' }).click()
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(search).toHaveValue('')
  await expect(questions.nth(24)).toBeAttached()
})

test('R13.07 from “zrušiť predplatné” to turning renewal off it is one press', async ({ page, axe }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, 'premium-card')
  await page.goto('/faq')
  await screen(page).search.fill('zrušiť predplatné')
  await expect(screen(page).questions.first()).toHaveText('Ako zruším predplatné?')
  await axe()
  await page.getByRole('main').getByRole('link', { name: 'Vypnúť obnovovanie' }).first().click()
  await expect(page).toHaveURL(/vypnut-obnovovanie(\?|$)/)
})

test('R13.07 a search that found nothing is counted once it rests, when the page is left', async ({
  page,
}) => {
  const { search } = screen(page)
  const told: unknown[] = []
  await page.route('**/faq-uses', route => {
    told.push(route.request().postDataJSON())
    return route.fulfill({ status: 204 })
  })
  await page.clock.install()
  await page.goto('/faq')
  await expect(screen(page).questions.nth(24)).toBeAttached()
  for (const typed of ['qqqqqqq', 'sudoku', 'sudoku']) {
    await search.fill(typed)
    await expect(page.getByRole('main').getByText(`Na „${typed}“ sme`)).toBeVisible()
    await page.clock.runFor(typed === 'sudoku' ? 2000 : 500)
    await search.fill('')
  }
  await page.locator('nav a[href="/pre-firmy"]').click()
  await expect(page).toHaveURL(/pre-firmy$/)
  await expect.poll(() => told).toEqual([{ lang: 'sk', uses: [{ kind: 'nothing_found', about: 'sudoku' }] }])
})
