import { chromium, type Page } from '@playwright/test'
import { browserFlags } from '../../scripts/find-browser.ts'
import { expect, signIn, siteOrigin, test } from '../fixtures.ts'

/** A browser that keeps pages as they were left, which those of the other tests do not; and how Back was answered. */
const withCache = test.extend<{ keeping: Page }>({
  keeping: async ({ launchOptions }, provide) => {
    const browser = await chromium.launch({
      executablePath: launchOptions.executablePath ?? '',
      args: browserFlags,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    })
    const page = await browser.newPage({ baseURL: siteOrigin(), locale: 'sk-SK' })
    await page.addInitScript(() =>
      addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'wasKept', persisted)),
    )
    await provide(page)
    await browser.close()
  },
})

const wasKept = (page: Page) => page.evaluate(() => Reflect.get(window, 'wasKept') as unknown)
/** Another host of this server, so that its page is of another site. */
const elsewhere = () => `${siteOrigin().replace('localhost', '127.0.0.1')}/faq`

async function leaveAndComeBack(page: Page, meanwhile = async () => {}): Promise<void> {
  await page.goto(elsewhere())
  await page.waitForLoadState('networkidle')
  await meanwhile()
  await page.goBack({ waitUntil: 'commit' })
}

withCache(
  'R13.18 a browser that keeps pages does not keep a reader’s: Back loads it anew',
  async ({ keeping: page }) => {
    // It does keep those that allow it, unless it is a headless shell.
    await page.route('**/kept-page', route =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Kept</h1>' }),
    )
    await page.goto('/kept-page')
    await leaveAndComeBack(page)
    await expect.poll(() => wasKept(page)).toBeDefined()
    if ((await wasKept(page)) !== true) {
      const description = 'this browser keeps no page at all (a headless shell): only what Back shows is seen'
      test.info().annotations.push({ type: 'left out', description })
    }

    const { email } = await signIn(page, 'premium-card')
    await page.goto('/predplatne')
    await expect(page.getByText(email).first()).toBeAttached()
    await leaveAndComeBack(page)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toContainText('Prémium')
    expect(await wasKept(page)).toBe(false)

    await leaveAndComeBack(page, () => page.context().clearCookies())
    await expect(page).toHaveURL(/\/login\?url=/)
    await expect(page.getByText(email)).toHaveCount(0)
  },
)
