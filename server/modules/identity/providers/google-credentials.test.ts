import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { User } from '#contract/identity/identity.ts'
import { identityProviders } from '#server/gateways/identity-providers/identity-providers.ts'
import { startTokenServer, tampered, unsigned } from '#server/testing/doubles/token-server.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser } from '#server/testing/setup/test-browser.ts'

let google: Awaited<ReturnType<typeof startTokenServer>>
const server = openForFile(async () => {
  google = await startTokenServer()
  return createTestApp({}, undefined, identityProviders({ google: google.client }))
})
afterAll(() => google.stop())

let made = 0
const newBrowser = () => openBrowser(server.app, `10.4.0.${made++}`)
const newPerson = () => ({ sub: `google-${made++}`, email: `google-${made}@dennik.example` })

async function checkCredential(credential: string, browser = newBrowser()) {
  const answer = await browser.post('/google/check-id-token', { form: { credential } })
  return answer.statusCode === 204 ? 'in' : keyOf(answer)
}

test('R7.11 a credential signs in, and opens an account for somebody new', async () => {
  const person = newPerson()
  const browser = newBrowser()
  expect(await checkCredential(await google.sign(person), browser)).toBe('in')
  const id = browser.cookies.get('ppi')?.value
  const user = (await browser.get(`/rest/api/prv/v1/users/${id}`)).json<User>()
  expect(user).toMatchObject({ email: person.email, confirmed: true })
  const again = newBrowser()
  expect(await checkCredential(await google.sign({ ...person, jti: 'another' }), again)).toBe('in')
  expect(again.cookies.get('ppi')?.value).toBe(id)
})

test('R7.11 R8.11 a credential takes no account over, and is single-use', async () => {
  const reader = await makeReader(server.deps)
  const taken = { ...newPerson(), email: reader.email }
  expect(await checkCredential(await google.sign(taken))).toBe('link_email_exists')
  expect(await checkCredential(await google.sign({ ...newPerson(), email_verified: false }))).toBe(
    'link_provider_email_invalid',
  )
  const credential = await google.sign(newPerson())
  const answers = await Promise.all(Array.from({ length: 20 }, () => checkCredential(credential)))
  expect(answers.filter(answer => answer === 'in')).toHaveLength(1)
  expect(answers.filter(answer => answer === 'sign_in_failed')).toHaveLength(19)
})

test('R17.04 replay: a credential is the same one however its signature is encoded', async () => {
  const credential = await google.sign(newPerson())
  // The last base64 character of 256 bytes has two significant bits; the other four are ignored.
  const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = signs.indexOf(credential.at(-1) ?? '')
  const spellings = Array.from(
    { length: 16 },
    (_, spare) => credential.slice(0, -1) + signs[(last & 48) | spare],
  )
  const answers = await Promise.all(spellings.map(each => checkCredential(each)))
  expect(answers.filter(answer => answer === 'in')).toHaveLength(1)
})

test('R17.04 replay: a credential is remembered for as long as it is taken', async () => {
  const [issued, ended] = [google.nowS() - 3615, google.nowS() - 15]
  const credential = await google.sign({ ...newPerson(), iat: issued, exp: ended })
  expect(await checkCredential(credential)).toBe('in')
  // As if it had been used when it was issued.
  await server.deps.db.execute(
    sql`update rate_limits set expire = expire - 3615000 where key like 'handedTokens:%'`,
  )
  expect(await checkCredential(credential)).toBe('sign_in_failed')
})

test('R7.11 a credential not from Google, or for another site, is refused', async () => {
  const good = await google.sign(newPerson())
  for (const credential of [
    await google.sign({ ...newPerson(), aud: 'another-client' }),
    await google.sign(newPerson(), 'stranger'),
    tampered(good),
    unsigned(good),
    'nonsense',
  ]) {
    expect(await checkCredential(credential), credential).toBe('sign_in_failed')
  }
  expect(await checkCredential('')).toBe('required')
  const elsewhere = await newBrowser().post('/google/check-id-token', {
    form: { credential: good },
    origin: 'https://evil.example',
  })
  expect(elsewhere.statusCode).toBe(403)
})
