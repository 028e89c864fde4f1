import type { Cookie, Page } from '@playwright/test'
import { signIn } from '../fixtures.ts'

/** Well within the lifetime of a session's token, so that it never expires between pictures. */
const keepForMs = 240_000

const sessions = new Map<string, { cookies: Cookie[]; untilMs: number }>()

/** Signs the page's browser in as a demo reader, by one session for many pictures: each is a row of the settings. */
export async function signInOnce(page: Page, situation: string): Promise<void> {
  const known = sessions.get(situation)
  if (known && Date.now() < known.untilMs) {
    await page.context().addCookies(known.cookies)
    return
  }
  await signIn(page, situation)
  sessions.set(situation, { cookies: await page.context().cookies(), untilMs: Date.now() + keepForMs })
}
