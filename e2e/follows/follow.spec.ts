import type { Page } from '@playwright/test'
import { byKeyboard } from '../axe/by-keyboard.ts'
import { expect, signIn, siteOrigin, test } from '../fixtures.ts'
import { hold } from '../navigation/open-meanwhile.ts'

const list = (page: Page, name: string | RegExp) => page.getByRole('list', { name, exact: true })

test('R1.07 what is followed comes first; a switch follows and unfollows at once', async ({ page, axe }) => {
  const keys = byKeyboard(page)
  await signIn(page, 'device-limit')
  await page.goto('/e-maily#autori')
  const followed = list(page, 'Sledujete').getByRole('switch', { name: 'Boris Bezák' })
  const other = list(page, /^(Všetci|Ďalší) autori$/).getByRole('switch', { name: 'Boris Bezák' })
  await expect(followed.or(other)).toBeVisible()
  const [author, moved] = (await followed.isVisible()) ? [followed, other] : [other, followed]
  const wasOn = await author.isChecked()
  const saved = page.waitForResponse(response => response.url().endsWith('/follows/author/boris-bezak'))
  await keys.press(author, 'Space')
  await expect(author).toBeChecked({ checked: !wasOn })
  await saved
  // The row keeps its place until the page is opened again, and stands there once.
  await expect(moved).toHaveCount(0)
  await axe()
  await page.reload()
  await expect(moved).toBeChecked({ checked: !wasOn })
  await expect(author).toHaveCount(0)
})

test('R1.07 the search ignores case and diacritics, finds desks too, and says when there is nothing', async ({
  page,
  axe,
}) => {
  const keys = byKeyboard(page)
  await signIn(page, 'premium-card')
  await page.goto('/e-maily#autori')
  const field = page.getByRole('searchbox')
  await keys.write(field, 'BEZAK')
  const found = list(page, 'Výsledky hľadania')
  await expect(found.getByRole('switch', { name: 'Boris Bezák' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sledujete', exact: true })).toBeHidden()
  await axe()
  await keys.write(field, 'sport')
  await expect(found.getByText('Šport').first()).toBeVisible()
  await keys.write(field, 'qqq')
  await expect(page.getByRole('main').getByText('Na „qqq“ sme nič nenašli.')).toBeVisible()
  await axe()
  await keys.press(page.getByRole('button', { name: 'Zrušiť hľadanie' }))
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(list(page, 'Ďalší autori')).toBeVisible()
  await expect(list(page, 'Sledujete')).toBeVisible()
})

test('R1.07 nothing is said of a search before its answer', async ({ page }) => {
  const field = page.getByRole('searchbox')
  const nothing = page.getByRole('main').getByText(/sme nič nenašli/)
  await page.goto('/e-maily#autori')
  await field.fill('qqq')
  await expect(nothing).toBeVisible()
  const { asked, letGo } = await hold(page, /[?&]q=BEZAK/, 'GET')
  await field.fill('BEZAK')
  await asked()
  await expect(nothing).toHaveCount(0)
  await letGo()
  await expect(list(page, 'Výsledky hľadania').getByText('Boris Bezák')).toBeVisible()
})

test('R1.07 a search is in the address: a reload and a step back keep it, the next tab begins anew', async ({
  page,
}) => {
  const field = page.getByRole('searchbox')
  await page.goto('/e-maily?a=1#autori')
  await field.fill('BEZAK')
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?a=1&q=BEZAK#autori`)
  await page.reload()
  await expect(field).toHaveValue('BEZAK')
  await expect(list(page, 'Výsledky hľadania').getByText('Boris Bezák')).toBeVisible()

  await page.getByRole('tab', { name: 'Blogy' }).click()
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?a=1#blogy`)
  await expect(field).toHaveValue('')
  await page.goBack()
  await expect(field).toHaveValue('BEZAK')
  await field.fill('')
  await expect(page).toHaveURL(`${siteOrigin()}/e-maily?a=1#autori`)
  await expect(list(page, 'Všetci autori')).toBeVisible()
})

test('R1.07 a long list comes in pages, and the focus goes to what was added', async ({ page }) => {
  await page.goto('/e-maily#temy')
  const rows = list(page, 'Všetky témy').getByRole('listitem')
  await expect(rows).toHaveCount(50)
  await page.getByRole('button', { name: 'Zobraziť ďalšie' }).click()
  await expect(rows).toHaveCount(100)
  await expect(rows.nth(50).locator('span')).toBeFocused()
  while (await page.getByRole('button', { name: 'Zobraziť ďalšie' }).isVisible()) {
    const before = await rows.count()
    await page.getByRole('button', { name: 'Zobraziť ďalšie' }).click()
    await expect(rows).not.toHaveCount(before)
  }
  const names = await rows.allInnerTexts()
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.toSorted(new Intl.Collator('sk').compare))
})

test('R1.07 a refused follow goes back and says so', async ({ page, axe, expectRefusal }) => {
  await signIn(page, 'premium-card')
  await page.goto('/e-maily#blogy')
  const blogs = list(page, /^(Všetky|Ďalšie) blogy$/)
  const blog = blogs.getByRole('switch', { checked: false }).first()
  const name = await blog.evaluate(
    each => document.getElementById(each.getAttribute('aria-labelledby') ?? '')?.innerText,
  )
  const same = blogs.getByRole('switch', { name: name ?? '' })
  expectRefusal(500)
  await page.route('**/follows/blogger/*', route => route.fulfill({ status: 500, body: '' }))
  await same.click()
  await expect(same).not.toBeChecked()
  await expect(same).toHaveAccessibleDescription(/Sledovanie sa nepodarilo zapnúť/)
  await axe()
})

test('R1.07 a visitor looks through the list and signs in from it', async ({ page, axe }) => {
  await page.goto('/e-maily#temy')
  await expect(page.getByRole('heading', { name: 'Sledujte témy, ktoré vás zaujímajú.' })).toBeVisible()
  await page.getByRole('searchbox').fill('vola')
  await expect(
    page.getByRole('main').getByText('Na „vola“ sme nič nenašli.').or(list(page, 'Výsledky hľadania')),
  ).toBeVisible()
  await axe()
  await expect(page).toHaveURL(/\?q=vola#temy$/)
  await page.getByRole('tabpanel').getByRole('link', { name: 'Prihlásiť sa' }).click()
  await expect(page).toHaveURL(/\/login\?url=/)
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${siteOrigin()}/e-maily?q=vola#temy`)
})

test('R1.07 a list that can not be loaded says so and is tried again', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal(500)
  await page.route('**/rest/api/prv/v1/follows/topic*', route => route.fulfill({ status: 500, body: '' }))
  await page.goto('/e-maily#temy')
  await expect(page.getByRole('alert').filter({ hasText: 'Zoznam sa nepodarilo načítať.' })).toBeVisible({
    timeout: 15_000,
  })
  await axe()
  await page.unroute('**/rest/api/prv/v1/follows/topic*')
  await page.getByRole('button', { name: 'Skúsiť znova' }).click()
  await expect(list(page, 'Všetky témy')).toBeVisible()
})
