import type { Page } from '@playwright/test'
import { colourRules, findWithAxe } from '../axe/find-with-axe.ts'
import { layoutFaults, operationFaults } from '../axe/laws.ts'
import { drawAnew, lengthenTexts } from '../axe/pseudo-locale.ts'
import { expect, newReader, signIn, signInAs, siteOrigin, test } from '../fixtures.ts'
import { countShifts, findShifts } from '../gallery/find-faults.ts'
import { accountPages, premiumReader, shell, siteName } from './pages.ts'

/** Addresses of the account area that the page's text leads to. */
async function linksIn(page: Page): Promise<string[]> {
  const hrefs = await page
    .locator('main a')
    .evaluateAll(links => links.map(link => Reflect.get(link, 'href')))
  return hrefs.filter(href => typeof href === 'string').filter(href => href.startsWith(`${siteOrigin()}/`))
}

/** Opens a page and waits till all of it is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(shell(page).title).toBeVisible()
  await expect(page.getByRole('navigation', { name: /^(O Denníku|About Denník)$/ })).toBeVisible()
  // With longer texts, too.
  await expect(page.getByText(/^(Na+čítavame|Loading)…$/)).toHaveCount(0)
}

for (const [language, width] of [
  ['sk', 390],
  ['en', 1280],
] as const) {
  test(`R2.01 R2.02 R2.03 R2.06 R2.07 R2.08 R2.09 R2.10 R2.11 R2.12 every page has its title, heading and place, nothing on it moves, and it can be read and operated: ${language}`, async ({
    page,
  }) => {
    const { email } = await signIn(page, premiumReader[language])
    await page.addInitScript(countShifts)
    for (const { path, ...page_ } of accountPages) {
      const { title, entry } = page_[language]
      await page.setViewportSize({ width, height: 800 })
      await open(page, path)
      expect.soft(await findShifts(page), path).toEqual([])
      await expect(page).toHaveTitle(`${title} - ${siteName[language]}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      expect.soft(await operationFaults(page), path).toEqual([])
      expect.soft(await findWithAxe(page), path).toEqual([])
      if (width === 1280) {
        await expect(shell(page).header.getByText(email)).toBeVisible()
        await expect(shell(page).menu.getByRole('link')).toHaveText(
          accountPages.flatMap(each => each[language].entry ?? []),
        )
        const current = shell(page).menu.locator('[aria-current="page"]')
        await expect(current).toHaveText(entry === undefined ? [] : [entry])
        // Letters twice as large, by the browser's own setting.
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
        expect.soft(await layoutFaults(page), `${path}, letters of 200 %`).toEqual([])
        await page.setViewportSize({ width: 640, height: 640 })
        expect.soft(await layoutFaults(page), `${path}, letters of 200 %, narrow`).toEqual([])
        await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
      } else {
        // In one look only: themes depend on neither language nor width.
        await page.emulateMedia({ colorScheme: 'dark' })
        expect.soft(await findWithAxe(page, colourRules), `${path}, dark`).toEqual([])
        await page.emulateMedia({ colorScheme: 'light' })
      }
      await page.setViewportSize({ width: 320, height: 640 })
      expect.soft(await layoutFaults(page), `${path}, narrow`).toEqual([])
    }
  })
}

test('R2.03 the e-mail stands in the head on every width, shortened where it is too long', async ({
  page,
}) => {
  const reader = await newReader(page, 'velmi-dlhe-meno-citatelky-z-vychodneho-slovenska')
  await signInAs(page, reader)
  await open(page, '/predplatne')
  for (const letters of ['', '200%']) {
    await page.evaluate(size => document.documentElement.style.setProperty('font-size', size), letters)
    for (const width of [320, 390, 600, 767, 1024]) {
      await page.setViewportSize({ width, height: 640 })
      const email = shell(page).header.getByText(reader.email)
      await expect(email, `${width} px`).toBeVisible()
      await expect(email).toHaveAttribute('title', reader.email)
      const { right, lines } = await email.evaluate(element => ({
        right: element.getBoundingClientRect().right,
        lines: element.getClientRects().length,
      }))
      expect(lines, `${width} px`).toBe(1)
      expect(right, `${width} px`).toBeLessThanOrEqual(width)
      if (letters === '') expect(await layoutFaults(page), `${width} px`).toEqual([])
    }
  }
})

test('R2.04 every link of every page and answer leads to a page with that place; texts longer by 40 % fit at 320 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'premium-card')
  await lengthenTexts(page)
  const found = new Set<string>()
  for (const { path } of accountPages) {
    await open(page, path)
    await expect(page.getByRole('button', { name: 'Meeenu' })).toBeVisible()
    expect.soft(await layoutFaults(page), path).toEqual([])
    for (const link of await linksIn(page)) found.add(link.slice(siteOrigin().length))
  }
  // Requests still in flight are ignored.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The longer texts are still in the cache.
  await drawAnew(page)
  const documents = '/rest/'
  const places = [...found].filter(link => !link.startsWith(documents)).sort()
  expect(places).toEqual(
    expect.arrayContaining([
      '/predplatne#device-list',
      '/predplatne#documents',
      '/nastavenia?active_tab=discussion',
      '/e-maily#temy',
    ]),
  )
  for (const link of places) {
    const answer = await page.goto(link)
    expect(answer?.status() ?? 200, link).toBe(200)
    const { hash } = new URL(page.url())
    if (hash === '') await expect(shell(page).title, link).toBeVisible()
    else if (link.startsWith('/e-maily'))
      await expect(page.getByRole('tab', { selected: true })).toBeVisible()
    else await expect(page.locator(hash), link).toBeVisible()
  }
})

test('R2.01 the title of the document follows the reader through the menu, back and forward', async ({
  page,
}) => {
  await signIn(page, 'premium-card')
  await page.goto('/predplatne')
  const walk = accountPages.filter(({ sk }) => sk.entry !== undefined)
  for (const { path, sk } of walk) {
    await shell(page)
      .menu.getByRole('link', { name: sk.entry ?? '' })
      .click()
    await expect(page).toHaveTitle(`${sk.title} - Profil`)
    await expect(page).toHaveURL(siteOrigin() + path)
  }
  await page.goBack()
  await expect(page).toHaveTitle('Časté otázky - Profil')
  await page.goForward()
  await expect(page).toHaveTitle('Predplatné cez kód - Profil')
})

test('R2.06 R2.07 R2.08 R2.09 R2.10 R2.11 R2.12 R2.26 a visitor sees what is public, and is asked to sign in and come back for the rest', async ({
  page,
}) => {
  for (const { path, login, sk } of accountPages) {
    await page.goto(`${path}?utm_source=list#x`)
    if (login) {
      await expect(page).toHaveURL(/\/login\?/)
      const query = Object.fromEntries(new URL(page.url()).searchParams)
      expect(query).toEqual({ url: `${siteOrigin()}${path}?utm_source=list#x` })
    } else {
      await expect(page).toHaveTitle(`${sk.title} - Profil`)
      await expect(shell(page).header.getByRole('link', { name: 'Prihlásiť sa' })).toBeVisible()
    }
  }
})

test('R2.05 the root redirects to the subscription with its query; a visitor signs in first', async ({
  page,
}) => {
  await page.goto('/?utm_source=mail')
  await expect(page).toHaveURL(/\/login\?/)
  expect(new URL(page.url()).searchParams.get('url')).toBe(`${siteOrigin()}/?utm_source=mail`)

  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  await page.goto('/?utm_source=mail')
  await expect(page).toHaveURL(`${siteOrigin()}/predplatne?utm_source=mail`)
  await expect(page).toHaveTitle('Online predplatné - Profil')
  await page.goBack()
  await expect(page).toHaveURL(/\/pre-firmy$/)
})

test('R2.03 the header has two logos that lead to the newspaper and to the profile; on a phone the e-mail is in the menu, whole', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { email } = await signIn(page, 'premium-card')
  await page.goto('/faq')
  const { header, menu, menuButton } = shell(page)
  await menuButton.click()
  await expect(page.getByRole('dialog').getByText(email)).toBeVisible()
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header.getByRole('link', { name: 'Denník', exact: true })).toHaveAttribute(
    'href',
    'https://dennik.example',
  )
  await header.getByRole('link', { name: 'Profil', exact: true }).click()
  await expect(page).toHaveURL(/\/predplatne$/)
})
