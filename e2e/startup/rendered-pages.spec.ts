import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, siteOrigin, test } from '../fixtures.ts'

/** Holds the scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/** Sum of the layout shifts since the page began. */
const shiftOf = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>(resolve => {
        new PerformanceObserver(list => {
          resolve(list.getEntries().reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0))
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(0), 500)
      }),
  )

/** Passes requests on, and sends the document of this path in two parts. @param before where the second one begins */
async function startSlowSite(path: string, before: string): Promise<{ url: string; stop: () => void }> {
  const passOn = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(`${siteOrigin()}${request.url}`)
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    const second = request.url === path ? body.indexOf(before) : 0
    if (second > 0) {
      response.write(body.subarray(0, second))
      await pause(1500)
    }
    response.end(body.subarray(second))
  }
  const site = createServer((request, response) => void passOn(request, response))
  await new Promise<void>(resolve => {
    site.listen(0, '127.0.0.1', resolve)
  })
  const address = site.address()
  if (address === null || typeof address === 'string') throw new Error('The site has no port')
  return { url: `http://127.0.0.1:${address.port}`, stop: () => void site.close() }
}

// Before the second link of the head, and the last line of a product.
for (const before of ['<button', '</ul>']) {
  test(`R16.04 nothing moves when the document comes in two parts, the second from ${before} on`, async ({
    page,
  }) => {
    const site = await startSlowSite('/obchod', before)
    await page.goto(`${site.url}/obchod`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await shiftOf(page)).toBe(0)
    site.stop()
  })
}

test('R16.04 what is typed and pressed before the scripts come is kept, and the page is taken over as it stands', async ({
  page,
}) => {
  const letScripts = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'domcontentloaded' })
  const email = page.locator('input[name=username]')
  await email.fill('jana.kovacova@example.com')
  await email.evaluate(element => element.setAttribute('data-first', ''))
  await page.getByRole('button', { name: 'English' }).click()
  letScripts()
  await expect(page).toHaveTitle('Sign in - Profile')
  await expect(email).toHaveValue('jana.kovacova@example.com')
  await expect(email).toHaveAttribute('data-first')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('jana.kovacova', { exact: false })).toBeVisible()
})

test('R16.04 a form that is sent before the scripts come is sent by them', async ({
  page,
  expectRefusal,
}) => {
  const letScripts = await holdScripts(page)
  expectRefusal(422)
  await page.goto('/obchod/odstupit-od-zmluvy', { waitUntil: 'domcontentloaded' })
  await page.locator('input[name=email]').fill('nikto@example.com')
  await page.getByLabel('Číslo objednávky').fill('123')
  await page.keyboard.press('Enter')
  letScripts()
  await expect(page.getByText(/nikto@example\.com/)).toBeVisible()
})

for (const [path, reader] of [
  ['/obchod', undefined],
  ['/obchod/premium_1y', undefined],
  ['/obchod/premium_1y', 'none'],
  ['/login', 'none'],
] as const) {
  test(`R16.04 ${path} is taken over with no shift, for ${reader ?? 'a visitor'}`, async ({ page }) => {
    if (reader) await signIn(page, reader)
    const letScripts = await holdScripts(page)
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    const frame = page.locator('#root > div')
    await frame.evaluate(element => element.setAttribute('data-first', ''))
    letScripts()
    // The part of a reader has come.
    await expect(page.getByRole('status').filter({ hasText: 'Načítavame…' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(frame).toHaveAttribute('data-first')
    expect(await shiftOf(page)).toBe(0)
  })
}

test('R16.04 a document is the same for everybody but its nonce, small, and tells nothing of its request', async ({
  request,
}) => {
  const ask = async (path: string, headers = {}) => {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'br', ...headers } })
    const policy = answer.headers()['content-security-policy'] ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const text = await answer.text()
    expect(text).toContain(`<script nonce="${nonce}">`)
    expect(answer.headers()).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'no-store' })
    expect(Number(answer.headers()['content-length'])).toBeLessThan(14_000)
    return { nonce, text: text.replaceAll(nonce, '') }
  }
  for (const path of ['/login', '/obchod', '/obchod/premium_1y']) {
    const [first, second] = [await ask(path), await ask(`${path}?url=https://x.example/tajne&source=tajne`)]
    expect(second.text).toBe(first.text)
    expect(second.nonce).not.toBe(first.nonce)
  }
  expect((await ask('/obchod?lang=en')).text).toContain('<html lang="en">')
  expect((await ask('/login?url=/faq?lang=en')).text).toContain('<html lang="en">')
  expect((await ask('/obchod', { cookie: 'profil_language=en' })).text).toContain('<html lang="en">')
  expect((await ask('/obchod', { cookie: 'profil_language=<x>' })).text).toContain('<html lang="sk">')
  const known = await ask('/login', { cookie: 'ppi=1234567' })
  expect(known.text).toContain('data-reader')
  expect(known.text).not.toContain('1234567')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('R16.04 the shop is read, and one sentence says what is missing', async ({ page }) => {
    await page.goto('/obchod')
    await expect(page.getByText(/^Ponuku si tu prečítate\./)).toBeVisible()
    await page.getByRole('link', { name: 'Vybrať Prémium', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Prémium')
    await expect(page.getByText('89,90 €').first()).toBeVisible()
    // A form that only scripts send would be answered in the words of programs.
    for (const path of ['/login', '/login/registration', '/login/forgotten-password']) {
      await page.goto(path)
      await expect(page.getByText(/^Prihlásenie potrebuje JavaScript\./)).toBeVisible()
      await expect(page.getByRole('textbox')).toBeHidden()
    }
    await page.goto('/predplatne')
    await expect(page.getByText(/^Profil potrebuje JavaScript\./)).toBeVisible()
  })

  test('R11.07 R16.04 who wants to withdraw, or to see an order, is told of that and not of ordering', async ({
    page,
  }) => {
    for (const query of ['', '?order=1042']) {
      await page.goto(`/obchod/odstupit-od-zmluvy${query}`)
      await expect(page.getByText(/^Tento formulár potrebuje JavaScript\..* na \S+@\S+ /)).toBeVisible()
    }
    await page.goto('/obchod/odstupit-od-zmluvy?lang=en')
    await expect(page.getByText(/^This form needs JavaScript\./)).toBeVisible()
    await page.goto('/obchod/objednavka?order=1042')
    await expect(page.getByText(/^Objednávku tu uvidíte po prihlásení\./)).toBeVisible()
  })
})
