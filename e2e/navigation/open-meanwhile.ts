import { expect, type Page, type Request, type Route } from '@playwright/test'

/**
 * Holds the answer to a press until its reader has left for the settings and types there: it leads nowhere any more.
 *
 * @param press ends in the call
 * @param answer of the call, which would lead on from the page of the press
 */
export async function openMeanwhile(
  page: Page,
  press: () => Promise<void>,
  { url, answer }: { url: string; answer: object },
): Promise<void> {
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  await page.route(url, async route => {
    if (route.request().method() === 'GET') return route.fallback()
    await left
    await route.fulfill({ json: answer })
  })
  await press()
  await page.getByRole('link', { name: 'Nastavenia' }).first().click()
  await expect(page).toHaveURL(/\/nastavenia$/)
  const field = page.getByRole('main').getByRole('textbox').first()
  await field.fill('Nedopísané')
  const answered = page.waitForResponse(each => each.request().method() !== 'GET')
  leave()
  await (await answered).finished()
  await aWhile(page)
  await expect(page).toHaveURL(/\/nastavenia$/)
  await expect(field).toHaveValue('Nedopísané')
}

/** Fails where the page is left. */
export const aWhile = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))

type Answer = Parameters<Route['fulfill']>[0]

/**
 * Holds calls to an address.
 *
 * @returns `asked` waits for the first; `letGo` sends them on, or gives an answer in their place, and the page time for it
 */
export async function hold(page: Page, url: string | RegExp, method = 'POST') {
  const first = Promise.withResolvers<Request>()
  const { promise: held, resolve } = Promise.withResolvers<Answer>()
  await page.route(url, async (route, request) => {
    if (request.method() !== method) return route.fallback()
    first.resolve(request)
    const answer = await held
    await (answer ? route.fulfill(answer) : route.continue())
  })
  return {
    asked: () => first.promise,
    letGo: async (answer?: Answer) => {
      const request = await first.promise
      const answered = page.waitForResponse(each => each.request() === request)
      resolve(answer)
      await answered
      await aWhile(page)
    },
  }
}
