import { expect, type Page } from '@playwright/test'

/** Lets the server do the next call to an address, and loses its answer. The browser logs it as `no answer`. */
export async function loseAnswer(page: Page, url: string | RegExp, method = 'POST'): Promise<void> {
  let isLost = false
  await page.route(url, async (route, request) => {
    if (isLost || request.method() !== method) return route.fallback()
    isLost = true
    const answer = await route.fetch()
    expect(answer.ok(), `${method} ${request.url()} answers ${answer.status()}`).toBe(true)
    await route.abort('failed')
  })
}
