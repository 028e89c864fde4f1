import type { Page } from '@playwright/test'

/** Whether a page runs no scripts, where no promise is kept either and so no answer of axe's comes. */
export const isWithoutScripts = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(scripting: none)').matches)

/**
 * Opens what a page without scripts shows in a browser that runs those of the test. The document's own are taken out,
 * and what stands within `noscript` is in an element that is shown all the same.
 *
 * @returns a page in a context of its own, which is to be closed
 */
export async function copyWithScripts(plain: Page): Promise<Page> {
  const shown = await plain.content()
  const isDark = await plain.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  const context = await plain
    .context()
    .browser()
    ?.newContext({
      javaScriptEnabled: true,
      viewport: plain.viewportSize(),
      colorScheme: isDark ? 'dark' : 'light',
    })
  if (!context) throw new Error('The page has no browser')
  const copy = await context.newPage()
  const body = shown.replaceAll(/<script[^]*?<\/script>/g, '').replaceAll('noscript', 'no-script')
  await copy.route(plain.url(), route => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await copy.goto(plain.url())
  return copy
}
