import { expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { subscribeWithGoogle } from '#server/gateways/identity-providers/subscribe-with-google.ts'
import { makeSignedIn } from '#server/testing/make/signed-in.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

const client = { clientId: 'google-swg', clientSecret: 'only-for-tests' }
const server = openForFile(() =>
  createTestApp({}, undefined, {}, subscribeWithGoogle({ publicationId: 'dennik', ...client, audience: [] })),
)

let made = 0
/** What Google's server does with a code. */
async function exchange(code: string): Promise<number> {
  const fields = { client_id: client.clientId, client_secret: client.clientSecret, code }
  const form = { grant_type: 'authorization_code', ...fields }
  const google = openBrowser(server.app, `10.5.0.${made++}`)
  return (await google.post('/google/token', { origin: null, form })).statusCode
}

async function signedIn() {
  const { browser, own } = await makeSignedIn(server)
  return {
    code: async () => (await browser.get(`${own}/swg-auth-code`)).json<{ auth_code: string }>().auth_code,
    unlink: async () => (await browser.delete(`${own}/extern-auth-service/swg`)).statusCode,
    isLinked: async () => (await browser.get(own)).json<User>().swg_linked,
  }
}

test('R7.09 R1.10 a code made before the account was unlinked links it no more', async () => {
  const { code, unlink, isLinked } = await signedIn()
  const waiting = await code()
  expect(await exchange(await code())).toBe(200)
  expect(await unlink()).toBe(204)
  expect(await exchange(waiting)).toBe(400)
  expect(await isLinked()).toBe(false)
  expect(await exchange(await code())).toBe(200)
  expect(await isLinked()).toBe(true)
})

test('R7.09 R1.10 race: an account unlinked while twenty codes are exchanged ends without a link', async () => {
  const { code, unlink, isLinked } = await signedIn()
  expect(await exchange(await code())).toBe(200)
  const codes: string[] = []
  for (let count = 0; count < 20; count++) codes.push(await code())
  const [unlinked] = await Promise.all([unlink(), ...codes.map(exchange)])
  expect(unlinked).toBe(204)
  expect(await isLinked()).toBe(false)
})
