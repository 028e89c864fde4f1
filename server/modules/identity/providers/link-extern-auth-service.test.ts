import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Activity } from '#contract/activity/activity.ts'
import type { User } from '#contract/identity/identity.ts'
import type { Visitor } from '#server/testing/doubles/identity-service.ts'
import { comeBack, goToLink, goToSignIn, outcomeIn } from '#server/testing/journeys/provider-journey.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createProviderApp } from '#server/testing/setup/provider-app.ts'
import { openBrowser, testPassword } from '#server/testing/setup/test-browser.ts'
import { externAccounts, users } from '../tables.ts'

const server = openForFile(createProviderApp)

let made = 0
const newPerson = () => ({ email: `ucet-${made++}@dennik.example`, verified: true }) satisfies Visitor

async function signedIn(columns: Parameters<typeof makeReader>[1] = {}) {
  const reader = await makeReader(server.deps, columns)
  const browser = openBrowser(server.app, `10.3.0.${made++}`)
  await browser.signIn(reader.email)
  const own = `/rest/api/prv/v1/users/${reader.id}`
  const linked = async () => (await browser.get(own)).json<User>().extern_auth_services
  const link = async (who: Visitor, provider: 'google' | 'facebook' | 'apple' = 'google') =>
    outcomeIn(
      await comeBack(browser, provider, await goToLink(browser, server.identity.visit, own, provider, who)),
    )
  const begin = async (provider = 'google', sent = {}) => {
    const answer = await browser.post(`${own}/extern-auth-service/${provider}`, {
      json: { locale: 'sk' },
      ...sent,
    })
    return answer.statusCode === 200 ? 'begun' : answer.json<{ errors: [{ key: string }] }>().errors[0].key
  }
  return { reader, browser, own, linked, link, begin }
}

test.each(['google', 'facebook', 'apple'] as const)(
  'R1.10 an account of %s is linked whatever its e-mail; the reader is told, and signs in by it',
  async provider => {
    const { reader, browser, own, linked, link } = await signedIn()
    const who = { email: newPerson().email, verified: false }
    expect(await link(who, provider)).toEqual({
      page: '/nastavenia#linked-accounts',
      outcome: 'linked',
      url: null,
    })
    expect(await linked()).toMatchObject([{ provider, email: who.email }])
    const log = (await browser.get(`${own}/activity`)).json<{ items: Activity[] }>().items
    expect([log[0]?.kind, log[0]?.details['provider']]).toEqual(['extern_account_linked', provider])
    await server.mailbox.waitFor(
      reader.email,
      mail => mail.subject.startsWith('Účet') && mail.text.includes('prepojené'),
    )

    const elsewhere = openBrowser(server.app, `10.3.1.${made++}`)
    await comeBack(elsewhere, provider, await goToSignIn(elsewhere, server.identity.visit, provider, who))
    expect(elsewhere.cookies.get('ppi')?.value).toBe(String(reader.id))
  },
)

test('R8.11 an account that belongs to another reader stays there', async () => {
  const who = newPerson()
  const owner = await signedIn()
  await owner.link(who)
  const other = await signedIn()
  expect((await other.link(who)).outcome).toBe('link_used_by_another_user')
  expect(await other.linked()).toEqual([])
  expect(await owner.linked()).toHaveLength(1)
})

test('R8.11 a provider is linked once: neither the same account again nor a second one', async () => {
  const { link, begin, linked, browser, own } = await signedIn()
  const answer = await goToLink(browser, server.identity.visit, own, 'google', newPerson())
  const beside = browser.copy()
  await link(newPerson())
  expect(await begin()).toBe('link_already_linked')
  // One that was begun before the other was linked.
  expect(outcomeIn(await comeBack(beside, 'google', answer)).outcome).toBe('link_already_linked')
  expect(await linked()).toHaveLength(1)
})

test('race: twenty handshakes at once leave one account linked', async () => {
  const { browser, own, linked } = await signedIn()
  const tabs = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const tab = browser.copy()
      return { tab, answer: await goToLink(tab, server.identity.visit, own, 'google', newPerson()) }
    }),
  )
  const outcomes = await Promise.all(
    tabs.map(async ({ tab, answer }) => outcomeIn(await comeBack(tab, 'google', answer)).outcome),
  )
  expect(outcomes.filter(outcome => outcome === 'linked')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'link_already_linked')).toHaveLength(19)
  expect(await linked()).toHaveLength(1)
})

test('race: of twenty readers who link one account at once one has it', async () => {
  const who = newPerson()
  const readers = await Promise.all(Array.from({ length: 20 }, () => signedIn()))
  const outcomes = await Promise.all(readers.map(async ({ link }) => (await link(who)).outcome))
  expect(outcomes.filter(outcome => outcome === 'linked')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'link_used_by_another_user')).toHaveLength(19)
})

test('R8.11 nothing is linked to an account with an unverified address', async () => {
  const { begin } = await signedIn({ confirmedAt: null })
  expect(await begin()).toBe('link_account_not_confirmed')
})

test('R8.07 nothing is linked to an account that is about to be erased', async () => {
  const { begin } = await signedIn({ anonymizationRequestedAt: server.clock.now() })
  expect(await begin()).toBe('user_anonymization_pending')
})

test('R8.11 an unknown provider can’t be linked', async () => {
  const { begin } = await signedIn()
  for (const name of ['myspace', 'GOOGLE', '%00']) expect(await begin(name), name).toBe('link_not_connected')
})

test('CSRF: only a page of ours begins to link, and only for its own reader', async () => {
  const { begin, browser } = await signedIn()
  const other = await signedIn()
  expect(await begin('google', { origin: 'https://evil.example' })).toBe('origin_not_allowed')
  expect(await begin('google', { json: { locale: 'sk', url: 'https://evil.example' } })).toBe('invalid_input')
  const foreign = await browser.post(`${other.own}/extern-auth-service/google`, { json: { locale: 'sk' } })
  expect(foreign.statusCode).toBe(403)
})

test('the reader who is signed in at the callback has to be the one who began', async () => {
  const first = await signedIn()
  const second = await makeReader(server.deps)
  const answer = await goToLink(first.browser, server.identity.visit, first.own, 'google', newPerson())
  await first.browser.signIn(second.email)
  expect(outcomeIn(await comeBack(first.browser, 'google', answer)).outcome).toBe('link_failed')
  const links = await server.deps.db.select().from(externAccounts)
  expect(links.filter(({ userId }) => userId === first.reader.id || userId === second.id)).toEqual([])
})

test('R4.15 a change of the password meanwhile ends what was begun', async () => {
  const { browser, own, reader } = await signedIn()
  const answer = await goToLink(browser, server.identity.visit, own, 'google', newPerson())
  const elsewhere = openBrowser(server.app, `10.3.2.${made++}`)
  await elsewhere.signIn(reader.email)
  await elsewhere.patch(own, {
    json: { current_password: testPassword, plain_password: 'Uplne-Nove-77' },
  })
  expect(outcomeIn(await comeBack(browser, 'google', answer)).outcome).toBe('link_failed')
})

test('a token that has expired on the provider’s page does not matter while the session is live', async () => {
  const { browser, own } = await signedIn()
  const answer = await goToLink(browser, server.identity.visit, own, 'google', newPerson())
  server.clock.advance('PT12M')
  expect(outcomeIn(await comeBack(browser, 'google', answer)).outcome).toBe('linked')
})

test('R7.08 a reader who unlinks is told by mail, and can link again', async () => {
  const { reader, browser, own, link } = await signedIn()
  const who = newPerson()
  await link(who)
  expect((await browser.delete(`${own}/extern-auth-service/google`)).statusCode).toBe(204)
  await server.mailbox.waitFor(reader.email, mail => mail.subject.startsWith('Účet Google je odpojený'))
  expect((await link(who)).outcome).toBe('linked')
})

test('R7.07 read-only fields change nothing', async () => {
  const { reader, browser, own } = await signedIn({ confirmedAt: null })
  const before = (await browser.get(own)).json<User>()
  for (const extra of [
    { confirmed: true },
    { email: 'eva@dennik.example' },
    { swg_linked: true },
    { roles: ['web'] },
    { device_limit: { device_limit: 99 } },
    { extern_auth_services: [{ provider: 'google', subject: 'x' }] },
    { token_epoch: 0 },
  ]) {
    const alone = await browser.patch(own, { json: extra })
    const beside = await browser.patch(own, { json: { locale_code: 'en', ...extra } })
    expect([alone.statusCode, beside.statusCode], JSON.stringify(extra)).toEqual([400, 400])
  }
  expect((await browser.get(own)).json()).toEqual(before)
  const [row] = await server.deps.db.select().from(users).where(eq(users.id, reader.id))
  expect(row).toEqual(reader)
})
