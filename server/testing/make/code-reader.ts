import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { TestApp } from '../setup/test-app.ts'
import { openBrowser } from '../setup/test-browser.ts'
import { makeReader } from './reader.ts'

let places = 0

/** A reader who uses activation codes, in a browser at an address of its own unless told otherwise. */
export async function signInCodeReader(server: TestApp, ip = `10.6.${places >> 8}.${places++ & 255}`) {
  const reader = await makeReader(server.deps)
  const browser = openBrowser(server.app, ip)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  return {
    id: reader.id,
    browser,
    own,
    preview: (code: string, headers: Record<string, string> = {}) =>
      browser.post(`${own}/coupon-previews`, { json: { code }, headers }),
    activate: (code: string, headers: Record<string, string> = {}) =>
      browser.post(`${own}/coupon-activations`, { json: { code }, headers }),
    subscriptions: async () =>
      (await browser.get(`${own}/subscriptions`)).json<{ items: Subscription[] }>().items,
  }
}

/** Why a call was refused. */
export const keyOf = (answer: { json: () => unknown }) =>
  (answer.json() as { errors: { key: string }[] }).errors[0]?.key
