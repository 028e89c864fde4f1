import type { Page } from '@playwright/test'
import { apiAddress, linkIn, mailTo, siteOrigin } from '../fixtures.ts'

/** Asks for newsletters for an address, past the screens; gives the link that comes, by which it is confirmed. */
export async function signupLink(page: Page, email: string, codes: readonly string[]): Promise<string> {
  await page.request.post(apiAddress('/rest/api/prv/v1/newsletters/signups'), {
    data: { email, codes },
    headers: { origin: siteOrigin() },
  })
  return linkIn(await mailTo(page, email, '/e-maily/odkaz/'), '/e-maily/odkaz/')
}
