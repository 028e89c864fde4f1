import { expect, onSeveralOrigins, siteOrigin, test } from '../fixtures.ts'
import { answerBlocks, blocksUrl, html, script, style } from './publisher.ts'

test(
  'R7.03 the pager and the header stand above ours, the footer and the end of the page below',
  onSeveralOrigins,
  async ({ page, axe }) => {
    const asked = page.waitForRequest(blocksUrl)
    await page.goto('/faq')
    const request = await asked
    expect(Object.fromEntries(new URL(request.url()).searchParams)).toEqual({
      chset: 'utf-8',
      env: 'local',
      lang: 'sk',
    })
    await expect(page.getByRole('navigation', { name: 'Ďalšie naše weby' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'O Denníku' })).toBeVisible()
    const order = await page
      .locator('[data-block], header a[href="/predplatne"], main, a[href="/vyhlasenie-o-pristupnosti"]')
      .evaluateAll(found => found.map(each => each.getAttribute('data-block') ?? each.tagName))
    expect(order).toEqual(['sme-pager', 'sme-header', 'A', 'MAIN', 'A', 'sme-footer', 'sme-endpage'])
    await axe()

    await page.goto('/faq?lang=en')
    await expect(page.getByRole('navigation', { name: 'Our other sites' })).toBeVisible()
  },
)

test(
  'R7.03 scripts run once each and in their order, however the reader moves on',
  onSeveralOrigins,
  async ({ page }) => {
    await answerBlocks(page, {
      'sme-pager': [script('/layout/1.js'), script('/layout/2.js', { 'data-site': 'profil' })],
      'sme-header': [script('/layout/1.js'), html('<p>Rubriky</p>')],
      'sme-footer': [script(`${siteOrigin()}/layout/3.js`)],
      'sme-endpage': [script('/layout/2.js')],
    })
    let first = () => {}
    const firstMayCome = new Promise<void>(resolve => {
      first = resolve
    })
    await page.route('**/layout/*.js', async (route, request) => {
      const name = new URL(request.url()).pathname
      if (name.endsWith('1.js')) await firstMayCome
      const body = `(window.ran ??= []).push('${name} ' + (document.currentScript.dataset.site ?? ''))`
      return route.fulfill({ contentType: 'text/javascript', body })
    })
    const third = page.waitForResponse('**/layout/3.js')
    await page.goto('/faq')
    await third
    first()
    const ran = () => page.evaluate(() => Reflect.get(window, 'ran') as unknown)
    const once = ['/layout/1.js ', '/layout/2.js profil', '/layout/3.js ']
    await expect.poll(ran).toEqual(once)

    await page.getByRole('link', { name: 'Pre firmy' }).first().click()
    await expect(page).toHaveTitle('Predplatné pre firmy - Profil')
    await page.goBack()
    await expect(page).toHaveTitle('Časté otázky - Profil')
    await expect(page.getByText('Rubriky')).toHaveCount(1)
    expect(await ran()).toEqual(once)
  },
)

test("R7.03 neither the publisher's style nor ours reaches the other", async ({ page }) => {
  await answerBlocks(page, {
    'sme-header': [style('/layout/loud.css'), html('<h1 class="loud">Denník</h1><ul><li>x</li></ul>')],
  })
  await page.route('**/layout/loud.css', route =>
    route.fulfill({
      contentType: 'text/css',
      body: 'h1, p, body, :root { color: rgb(1, 2, 3) !important; letter-spacing: 9px !important }',
    }),
  )
  await page.goto('/faq')
  await expect(page.getByRole('heading', { name: 'Denník' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  const ours = page.getByRole('heading', { name: 'Časté otázky', level: 1 })
  await expect(ours).not.toHaveCSS('letter-spacing', '9px')
  await expect(ours).not.toHaveCSS('color', 'rgb(1, 2, 3)')
  // Our reset (lists without bullets) does not apply in the publisher's blocks.
  await expect(page.locator('[data-block] li')).toHaveCSS('list-style-type', 'disc')
  const fonts = await page
    .locator('body, [data-block] li')
    .evaluateAll(found => found.map(each => getComputedStyle(each).fontFamily))
  expect(new Set(fonts).size).toBe(1)
})

test('R7.03 a script or a style of a foreign host is not loaded', async ({ page }) => {
  const foreign: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).origin !== siteOrigin()) foreign.push(request.url())
  })
  const noted = page.waitForEvent('console', message => message.text().includes('evil.example/a.js'))
  await answerBlocks(page, {
    'sme-header': [
      script('https://evil.example/a.js'),
      style('//evil.example/a.css'),
      html('<p>Rubriky</p>'),
    ],
  })
  await page.goto('/faq')
  await noted
  await expect(page.getByText('Rubriky')).toBeVisible()
  expect(foreign).toEqual([])
})

test('R7.03 nothing in the markup runs, frames, posts or leads away', async ({ page, expectRefusal }) => {
  // The browser notes styles within markup as soon as it reads it, apart from the document as it is.
  expectRefusal('policy')
  const fetched: string[] = []
  page.on('request', request => {
    if (/in-markup|evil/.test(request.url())) fetched.push(request.url())
  })
  await answerBlocks(page, {
    'sme-header': [
      html(`<script>window.ran = 'inline'</script><script src="/layout/in-markup.js"></script>`),
      html(
        `<img src="data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E" onload="window.ran = 'image'" onerror="window.ran = 'image'" alt="">`,
      ),
      html(`<button onclick="window.ran = 'handler'">Stlačte</button>`),
      html(`<a href="javascript:window.ran = 'address'" style="position: fixed">Odkaz</a>`),
      html(
        `<svg onload="window.ran = 'svg'"><a href="#x"><set attributeName="href" to="javascript:1"/></a></svg>`,
      ),
      html(
        `<iframe src="https://evil.example"></iframe><meta http-equiv="refresh" content="0;url=/e-maily">`,
      ),
      html(`<form method="post" action="/faq"><input name="q" aria-label="Hľadať" autofocus></form>`),
      html(`<link rel="stylesheet" href="https://evil.example/a.css"><base href="https://evil.example">`),
    ],
  })
  await page.goto('/faq')
  await page.getByRole('button', { name: 'Stlačte' }).click()
  await page.getByText('Odkaz', { exact: true }).click()
  const search = page.getByRole('textbox', { name: 'Hľadať' })
  await expect(search).not.toBeFocused()
  await search.fill('kam')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/faq\?q=kam$/)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(fetched).toEqual([])
})
