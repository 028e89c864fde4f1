import { expect, newReader, signIn, signInAs, test } from '../fixtures.ts'

test('R8.04 a page whose program does not arrive offers a reload, and then goes on', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  await page.addInitScript(() => {
    const errors: string[] = []
    Reflect.set(window, 'preloadErrors', errors)
    window.addEventListener('vite:preloadError', event => errors.push(String(Reflect.get(event, 'payload'))))
  })
  await page.goto('/pre-firmy')
  await page.route('**/assets/newsletter-pages-*.js', route => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Správa newsletterov' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stránku sa nepodarilo otvoriť.')
  await expect(page).toHaveTitle('Správa newsletterov - Profil')
  expect(await page.evaluate(() => Reflect.get(window, 'preloadErrors') as unknown)).toEqual([
    expect.stringContaining('newsletter-pages'),
  ])
  await axe()

  await page.unroute('**/assets/newsletter-pages-*.js')
  await page.getByRole('button', { name: 'Načítať stránku znova' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Správa newsletterov')
})

test('R8.04 the menu leads on from a page that did not arrive', async ({ page, expectRefusal }) => {
  expectRefusal('no answer')
  await page.goto('/pre-firmy')
  await page.route('**/assets/newsletter-pages-*.js', route => route.abort())
  const menu = page.getByRole('navigation', { name: 'Hlavné menu' })
  await menu.getByRole('link', { name: 'Správa newsletterov' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stránku sa nepodarilo otvoriť.')
  await menu.getByRole('link', { name: 'Pre firmy' }).click()
  await expect(page).toHaveTitle('Predplatné pre firmy - Profil')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Predplatné pre firmy')
})

test('R8.04 when the program does not arrive, there is a way to load the page again', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  const file = '**/assets/shared-*.js'
  await page.route(file, route => route.abort())
  await page.goto('/pre-firmy')
  const again = page.getByRole('link', { name: 'Stránku sa nepodarilo načítať. Načítať znova', exact: true })
  await expect(again).toBeVisible()
  await page.unroute(file)
  await again.click()
  await expect(page).toHaveTitle('Predplatné pre firmy - Profil')
})

test('R2.02 a phone’s menu that is pressed before it is here says that it is on its way, and opens', async ({
  page,
}) => {
  const arrive = Promise.withResolvers<void>()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.route('**/assets/rest-*.js', async route => {
    await arrive.promise
    await route.continue()
  })
  await page.goto('/pre-firmy')
  const menu = page.getByRole('button', { name: 'Menu' })
  await menu.click()
  await expect(menu).toHaveAttribute('data-busy')
  arrive.resolve()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Nastavenia' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test('R8.04 where what comes after the paint does not arrive, an outcome is read all the same', async ({
  page,
  expectRefusal,
}) => {
  expectRefusal('no answer')
  expectRefusal(500)
  await signInAs(page, await newReader(page, 'jazyk'))
  await page.route('**/assets/rest-*.js', route => route.abort())
  await page.route('**/users/*', route =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await page.goto('/predplatne?lang=en')
  await expect(page.getByRole('main').getByText('Jazyk sa nepodarilo zmeniť.')).toBeVisible()
})

for (const [language, title, online] of [
  ['sk', 'Ste bez pripojenia.', 'Predplatné pre firmy - Profil'],
  ['en', 'You are offline.', 'Subscription for companies - Profile'],
] as const) {
  test(`a start without a connection says so and goes on by itself: ${language}`, async ({
    page,
    axe,
    expectRefusal,
  }) => {
    expectRefusal('no answer')
    await page.addInitScript(value => localStorage.setItem('profil_language', value), language)
    await page.addInitScript(() => {
      if (sessionStorage.getItem('online')) return
      Object.defineProperty(navigator, 'onLine', { get: () => false })
    })
    await page.route(/\/config\.json/, route => route.abort())
    await page.goto('/pre-firmy')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await axe()
    await page.unroute(/\/config\.json/)
    await page.evaluate(() => {
      sessionStorage.setItem('online', 'yes')
      window.dispatchEvent(new Event('online'))
    })
    await expect(page).toHaveTitle(online)
  })
}

test('R13.14 offline another page says so, Back leads to the open one, and it opens by itself once online', async ({
  page,
  axe,
  expectRefusal,
}) => {
  expectRefusal('offline')
  await signIn(page, 'premium-card')
  await page.goto('/pre-firmy')
  await expect(page.getByRole('navigation', { name: 'O Denníku' })).toBeVisible()
  await page.context().setOffline(true)
  const menu = page.getByRole('navigation', { name: 'Hlavné menu' })
  await menu.getByRole('link', { name: 'Časté otázky' }).click()
  const heading = page.getByRole('main').getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Ste bez pripojenia.')
  await axe()
  await page.goBack()
  await expect(heading).toHaveText('Predplatné pre firmy')
  await page.goForward()
  await expect(heading).toHaveText('Ste bez pripojenia.')
  await page.context().setOffline(false)
  await expect(page.getByRole('searchbox', { name: 'Čo hľadáte?' })).toBeVisible()
})
