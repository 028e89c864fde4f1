import type { TestApp } from '../setup/test-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { makeReader } from './reader.ts'

/**
 * Makes a reader and signs a browser in.
 *
 * @param given columns of the reader that matter to the test
 * @returns the reader's row, the browser, and `own`: the path of the reader's calls
 */
export async function makeSignedIn(
  { deps, app }: Pick<TestApp, 'deps' | 'app'>,
  given: Parameters<typeof makeReader>[1] = {},
) {
  const reader = await makeReader(deps, given)
  const browser = openBrowser(app)
  await browser.signIn(reader.email)
  return { ...reader, browser, own: `/rest/api/prv/v1/users/${reader.id}` }
}
