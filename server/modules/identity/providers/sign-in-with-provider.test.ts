import { count, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { RuntimeConfig } from '#contract/config/runtime-config.ts'
import type { User } from '#contract/identity/identity.ts'
import { identityProviders } from '#server/gateways/identity-providers/identity-providers.ts'
import type { Visitor } from '#server/testing/doubles/identity-service.ts'
import { comeBack, goToSignIn, outcomeIn } from '#server/testing/journeys/provider-journey.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createProviderApp } from '#server/testing/setup/provider-app.ts'
import { createTestApp, testOrigin } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { externAccounts, users } from '../tables.ts'

const server = openForFile(createProviderApp)

let made = 0
const newPerson = () => ({ email: `nova-${made++}@dennik.example`, verified: true }) satisfies Visitor
// Limits count by address; each test has its own.
const newBrowser = () => openBrowser(server.app, `10.1.0.${made++}`)

async function signIn(
  who: Visitor,
  provider: 'google' | 'apple' | 'facebook' = 'google',
  browser = newBrowser(),
) {
  const answer = await goToSignIn(browser, server.identity.visit, provider, who)
  return { browser, back: await comeBack(browser, provider, answer) }
}

async function userOf(browser: TestBrowser): Promise<User> {
  const id = browser.cookies.get('ppi')?.value
  return (await browser.get(`/rest/api/prv/v1/users/${id}`)).json<User>()
}

async function accountsWith(email: string): Promise<number> {
  const [row] = await server.deps.db.select({ total: count() }).from(users).where(eq(users.email, email))
  return row?.total ?? 0
}

test.each(['google', 'apple'] as const)(
  'R1.10 a new reader comes from %s with an activated account, and next time to the same one',
  async provider => {
    const who = newPerson()
    const { browser, back } = await signIn(who, provider)
    expect([back.statusCode, back.headers.location]).toEqual([302, `${testOrigin}/predplatne`])
    expect(back.headers['referrer-policy']).toBe('no-referrer')
    const user = await userOf(browser)
    expect(user).toMatchObject({
      email: who.email,
      confirmed: true,
      has_password: false,
      extern_auth_services: [{ provider, email: who.email }],
    })
    const log = (await browser.get(`/rest/api/prv/v1/users/${user.id}/activity`)).json<{
      items: Activity[]
    }>()
    expect(log.items.map(({ kind, details }) => [kind, details['provider']])).toEqual([
      ['signed_in', provider],
      ['account_activated', provider],
    ])
    await server.mailbox.waitFor(who.email, mail => mail.subject === 'Váš účet je založený')

    const again = await signIn(who, provider)
    expect((await userOf(again.browser)).id).toBe(user.id)
    expect(server.mailbox.mails.filter(mail => mail.to === who.email)).toHaveLength(1)
  },
)

test('the e-mail may change at the provider: it is the account there that counts', async () => {
  const who = newPerson()
  const { browser } = await signIn(who)
  const user = await userOf(browser)
  const { db } = server.deps
  // The same person as the provider knows it, by another reader's address.
  const other = await makeReader(server.deps)
  await db.update(users).set({ email: 'former@dennik.example' }).where(eq(users.id, user.id))
  expect((await userOf((await signIn(who)).browser)).id).toBe(user.id)
  expect(outcomeIn((await signIn({ email: other.email, verified: true })).back).outcome).toBe(
    'link_email_exists',
  )
})

test('R8.11 a reader’s e-mail signs no provider’s account in, however verified, and links nothing', async () => {
  const reader = await makeReader(server.deps)
  const { back, browser } = await signIn({ email: reader.email.toUpperCase(), verified: true })
  expect(outcomeIn(back)).toEqual({
    page: '/login',
    outcome: 'link_email_exists',
    url: `${testOrigin}/predplatne`,
  })
  expect(browser.cookies.has('ppp')).toBe(false)
  // The verified e-mail is prefilled, but not in the URL, which logs and other sites see.
  expect(decodeURIComponent(browser.cookies.get('profil_email_hint')?.value ?? '').toLowerCase()).toBe(
    reader.email,
  )
  expect(String(back.headers.location)).not.toContain('@')
  expect(String(back.headers.location)).not.toContain('%40')
  const links = server.deps.db.select().from(externAccounts).where(eq(externAccounts.userId, reader.id))
  expect(await links).toEqual([])
})

test('R8.11 an e-mail is passed on only when the provider has verified it', async () => {
  const reader = await makeReader(server.deps)
  const { browser } = await signIn({ email: reader.email, verified: false })
  expect(browser.cookies.has('profil_email_hint')).toBe(false)
})

test('R8.11 an account pending activation is not taken over by an e-mail either', async () => {
  const reader = await makeReader(server.deps, { confirmedAt: null })
  const { back } = await signIn({ email: reader.email, verified: true })
  expect(outcomeIn(back).outcome).toBe('link_account_not_confirmed')
})

test('R8.11 an e-mail that the provider has not verified opens no account', async () => {
  const email = newPerson().email
  expect(outcomeIn((await signIn({ email, verified: false })).back).outcome).toBe(
    'link_provider_email_invalid',
  )
  // Facebook proves none.
  expect(outcomeIn((await signIn({ email, verified: true }, 'facebook')).back).outcome).toBe(
    'link_provider_email_invalid',
  )
  for (const odd of ['no-at-sign', 'a@b', `${'x'.repeat(250)}@dennik.example`.slice(0, 254)]) {
    const { back } = await signIn({ email: odd, verified: true })
    expect(outcomeIn(back).outcome, odd).toBe('link_provider_email_invalid')
  }
  expect(await accountsWith(email)).toBe(0)
})

test('R8.11 a blocked reader gets in neither by a linked account nor by a password', async () => {
  const who = newPerson()
  const user = await userOf((await signIn(who)).browser)
  const { db, clock } = server.deps
  await db.update(users).set({ blockedAt: clock.now() }).where(eq(users.id, user.id))
  expect(outcomeIn((await signIn(who)).back).outcome).toBe('link_blocked')

  const reader = await makeReader(server.deps, { blockedAt: clock.now() })
  const answer = await newBrowser().signIn(reader.email)
  expect([answer.statusCode, answer.json<{ errors: [{ key: string }] }>().errors[0].key]).toEqual([
    422,
    'link_blocked',
  ])
  const wrong = await newBrowser().signIn(reader.email, `${testPassword}x`)
  expect(wrong.json<{ errors: [{ key: string }] }>().errors[0].key).toBe('bad_credentials')
})

test('a reader who cancels at the provider comes back without a change', async () => {
  for (const provider of ['google', 'apple', 'facebook'] as const) {
    expect(outcomeIn((await signIn('refuses', provider)).back).outcome).toBe('cancelled')
  }
})

test('race: of twenty callbacks with one code one signs in, and there is one account', async () => {
  const browser = newBrowser()
  const who = newPerson()
  const answer = await goToSignIn(browser, server.identity.visit, 'google', who)
  const tabs = Array.from({ length: 20 }, () => browser.copy())
  await Promise.all(tabs.map(tab => comeBack(tab, 'google', answer)))
  expect(tabs.filter(tab => tab.cookies.has('ppp'))).toHaveLength(1)
  expect(await accountsWith(who.email)).toBe(1)
})

test('race: twenty handshakes of one new person that end at once lead to one account', async () => {
  const who = newPerson()
  const journeys = await Promise.all(
    Array.from({ length: 20 }, async (_, tab) => {
      const browser = openBrowser(server.app, `10.2.0.${tab}`)
      return { browser, answer: await goToSignIn(browser, server.identity.visit, 'google', who) }
    }),
  )
  await Promise.all(journeys.map(({ browser, answer }) => comeBack(browser, 'google', answer)))
  const ids = new Set(journeys.map(({ browser }) => browser.cookies.get('ppi')?.value))
  expect([ids.size, ids.has(undefined)]).toEqual([1, false])
  expect(await accountsWith(who.email)).toBe(1)
})

test('a new reader is addressed in the language in which the button was pressed', async () => {
  const browser = newBrowser()
  const answer = await goToSignIn(browser, server.identity.visit, 'google', newPerson(), '?lang=en')
  await comeBack(browser, 'google', answer)
  expect((await userOf(browser)).locale_code).toBe('en')
})

test('each provider is off without its configuration, and the browser knows which are on', async () => {
  const bare = await createTestApp(
    {},
    undefined,
    identityProviders({ google: server.identity.clients.google }),
  )
  try {
    const browser = openBrowser(bare.app)
    const { sign_in_providers: on } = (await browser.get('/config.json')).json<RuntimeConfig>()
    expect(on).toEqual(['google'])
    for (const path of ['/login/with/apple', '/login/with/apple/callback?code=x', '/login/with/myspace']) {
      expect((await browser.get(path)).statusCode, path).toBe(404)
    }
  } finally {
    await bare.close()
  }
})

test('rate limit: a reader who begins too often is told to wait, on the page of the login', async () => {
  const browser = openBrowser(server.app, '10.9.9.9')
  const begin = () => browser.get('/login/with/google', { headers: { host: 'profil.test' } })
  await Promise.all(Array.from({ length: 300 }, begin))
  expect(outcomeIn(await begin())).toMatchObject({ page: '/login', outcome: 'too_many_requests' })
})

// The last one: the provider does not come back.
test('R8.11 while the provider is down its page is not opened, and nobody is signed in', async () => {
  const browser = newBrowser()
  const answer = await goToSignIn(browser, server.identity.visit, 'google', newPerson())
  await server.identity.stop()
  expect(outcomeIn(await comeBack(browser, 'google', answer)).outcome).toBe('link_provider_error')
  const other = await createTestApp({}, undefined, identityProviders(server.identity.clients))
  try {
    const begun = await openBrowser(other.app).get('/login/with/google', { headers: { host: 'profil.test' } })
    expect(outcomeIn(begun)).toMatchObject({ page: '/login', outcome: 'link_provider_error' })
  } finally {
    await other.close()
  }
})
