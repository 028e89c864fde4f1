import { expect, test } from '../fixtures.ts'
import { screen } from './faq-screen.ts'

for (const [language, width, heading] of [
  ['sk', 390, 'Časté otázky'],
  ['en', 1280, 'Frequently asked questions'],
] as const) {
  test(`R1.14 R2.10 anybody reads the questions: ${language}, ${width} px wide`, async ({ page, axe }) => {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/faq?lang=${language}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(screen(page).questions.nth(24)).toBeAttached()
    await screen(page).questions.first().click()
    await expect(page.locator('details[open] p').first()).toBeVisible()
    await axe()
  })
}

test('R2.04 the answers lead to what they name: authors, blogs, and the mailbox of the help', async ({
  page,
}) => {
  await page.goto('/faq#ako-prestanem-sledovat-temy')
  const follows = screen(page).answer('ako-prestanem-sledovat-temy')
  for (const [name, hash] of [
    ['Témy', '#temy'],
    ['Autori', '#autori'],
    ['Blogy', '#blogy'],
  ] as const) {
    await expect(follows.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/e-maily${hash}`)
  }
  await page.goto('/faq#ako-vas-mozem-kontaktovat')
  const contact = screen(page).answer('ako-vas-mozem-kontaktovat')
  await expect(contact.getByRole('link', { name: 'pomoc@dennik.example' })).toHaveAttribute(
    'href',
    'mailto:pomoc@dennik.example',
  )
  await page.goto('/faq#ake-balicky-mate-pre-firmy')
  await screen(page).answer('ake-balicky-mate-pre-firmy').getByRole('link', { name: 'Pre firmy' }).click()
  await expect(page).toHaveURL(/\/pre-firmy$/)
})

test('R1.14 every answer has an address that unfolds it and brings it into view', async ({ page }) => {
  const { answer } = screen(page)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto('/faq#ako-zmenim-kartu')
  await expect(answer('ako-zmenim-kartu')).toHaveAttribute('open')
  await expect(answer('ako-zmenim-kartu').locator('summary')).toBeInViewport()
  await expect(page.locator('main details[open]')).toHaveCount(1)
  await page.evaluate(() => {
    location.hash = '#kedy-funguje-chat'
  })
  await expect(answer('kedy-funguje-chat')).toHaveAttribute('open')
  await expect(answer('kedy-funguje-chat').locator('summary')).toBeInViewport()
})

test('R13.15 an answer leads to related ones, and asks once whether it helped', async ({ page, axe }) => {
  const { answer } = screen(page)
  await page.goto('/faq?q=karta')
  const card = answer('ako-zmenim-kartu')
  await card.locator('summary').click()
  const counted = page.waitForRequest('**/faq-uses')
  await card.getByRole('button', { name: 'Nie' }).click()
  await expect(card.getByText('Ďakujeme za odpoveď.')).toBeVisible()
  expect((await counted).postDataJSON()).toEqual({
    lang: 'sk',
    uses: [{ kind: 'not_helped', about: 'ako-zmenim-kartu' }],
  })
  await axe()
  await card.getByRole('link', { name: 'Obnovenie sa nepodarilo. Čo mám robiť?' }).click()
  await expect(page).toHaveURL(/\/faq#platba-sa-nepodarila$/)
  await expect(answer('platba-sa-nepodarila')).toHaveAttribute('open')
  await page.goto('/faq?q=karta')
  await page.goto('/faq#ako-zmenim-kartu')
  await expect(card.getByText('Ďakujeme za odpoveď.')).toBeVisible()
})

test('an address of no answer opens nothing and breaks nothing', async ({ page }) => {
  await page.goto('/faq#%E0%A4%A')
  for (const hash of ['#neznama', '#%E0%A4%A', '#category-payment', '#root']) {
    // A change of the hash alone does not load the page.
    await page.goto(`/faq${hash}`)
    await expect(screen(page).questions.nth(24)).toBeAttached()
    await expect(page.locator('main details[open]')).toHaveCount(0)
  }
})

test('R1.14 the address of an answer is copied with one press', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/faq?q=heslo')
  const first = page.locator('main details').first()
  await first.locator('summary').click()
  await first.getByRole('button', { name: 'Kopírovať odkaz na odpoveď' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Odkaz je skopírovaný.' })).toBeAttached()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const slug = await first.getAttribute('id')
  expect(copied).toBe(`${new URL(page.url()).origin}/faq#${slug}`)
})

test('an address that the browser does not let us copy is shown instead', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await page.goto('/faq#ako-zmenim-heslo')
  await page.getByRole('button', { name: 'Kopírovať odkaz na odpoveď' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '/faq#ako-zmenim-heslo' })).toBeAttached()
})

test('what is written in an answer is text, whatever it looks like', async ({ page }) => {
  const answer =
    '<img src=x onerror="document.title=1"> [klik](javascript:alert) [tu](//evil.example)\n\n- <b>x</b>'
  const more = { asked: [], related: [], act: null }
  const items = [{ slug: 'zla', question: '<i>Otázka?</i>', answer, ...more }]
  await page.route('**/faq?lang=*', route =>
    route.fulfill({ json: { categories: [{ code: 'a', title: '<u>A</u>', items }] } }),
  )
  await page.goto('/faq#zla')
  const shown = page.locator('details#zla')
  await expect(shown).toContainText('<img src=x onerror="document.title=1"> klik tu')
  await expect(shown.locator('img, b, i, a')).toHaveCount(0)
})

test('R2.10 on paper every answer is unfolded, without the search', async ({ page }) => {
  await page.goto('/faq')
  await expect(screen(page).questions.nth(24)).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main details p').first()).toBeVisible()
  await expect(page.locator('main details p:not([id])').last()).toBeVisible()
  await expect(screen(page).search).toBeHidden()
})

test('R2.10 the questions work by keyboard alone', async ({ page }) => {
  const { search, questions } = screen(page)
  await page.goto('/faq')
  await search.focus()
  await page.keyboard.type('kartu')
  await expect(screen(page).found).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search).toHaveValue('kartu')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zmeniť kartu' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(questions.first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main details').first()).toHaveAttribute('open')
})
