import { beforeEach, expect, test, vi } from 'vitest'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { accountForms } from '../testing/forms/account-forms.ts'
import { addressBarForms } from '../testing/forms/address-bar-forms.ts'
import { addressForms } from '../testing/forms/address-forms.ts'
import { companyForms } from '../testing/forms/company-forms.ts'
import { describedTexts } from '../testing/forms/described-texts.ts'
import { flagForms } from '../testing/forms/flag-forms.ts'
import type { Form } from '../testing/forms/form.ts'
import { forumForms } from '../testing/forms/forum-forms.ts'
import { giftForms } from '../testing/forms/gift-forms.ts'
import { helpForms } from '../testing/forms/help-forms.ts'
import { naughtyStrings } from '../testing/forms/naughty-strings.ts'
import { newsletterForms } from '../testing/forms/newsletter-forms.ts'
import { signInForms } from '../testing/forms/sign-in-forms.ts'
import { stopForms } from '../testing/forms/stop-forms.ts'
import { tryAll } from '../testing/forms/try-all.ts'
import { createMoneyApp, type MoneyApp } from '../testing/setup/money-app.ts'
import { openBrowser, testPassword } from '../testing/setup/test-browser.ts'

/** Forms for every text input of the API; a missing one fails below. */
const formsOf: Record<string, (server: MoneyApp) => Promise<Form[]> | Form[]> = {
  'the account': accountForms,
  'signing in': signInForms,
  addresses: addressForms,
  'orders, presents and codes': giftForms,
  'turning renewal off': stopForms,
  newsletters: newsletterForms,
  discussions: forumForms,
  companies: companyForms,
  'addresses of calls': addressBarForms,
  'feature flags': flagForms,
  'questions and help': helpForms,
}
/** Redirects, a stream, and calls of other servers, whose answers have another form. */
const others = [
  'GET /login/with/{provider}',
  'GET /login/with/{provider}/callback',
  'POST /login/with/{provider}/callback',
  'POST /google/token',
  'POST /webhooks/payments/{gateway}',
  'GET /sub/{clientKey}',
]

const server = openForFile(createMoneyApp)
const tried = new Set<string>()
beforeEach(() => {
  // Switches rate limits off, which are tested at their calls.
  vi.spyOn(server.deps.limiter, 'take').mockResolvedValue()
  vi.spyOn(server.deps.limiter, 'attempt').mockImplementation((_, work) => work())
  vi.spyOn(server.deps.limiter, 'asksCaptcha').mockResolvedValue(false)
})

test.each(Object.entries(formsOf))(
  'whatever is typed is kept exactly or refused clearly: %s',
  async (_what, open) => {
    for (const form of await open(server)) {
      const call = `${form.endpoint.method} ${form.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
      for (const place of Object.keys(form.fields)) tried.add(`${call} ${place}`)
      await tryAll(form, naughtyStrings)
    }
  },
  180_000,
)

test('every text input of the API has a form', async () => {
  const description = (await server.app.inject('/openapi.json')).json<Parameters<typeof describedTexts>[0]>()
  const texts = describedTexts(description)
  expect(texts.length).toBeGreaterThan(80)
  // Operators' inputs are tested beside their operations.
  const readers = texts.filter(text => !/^[A-Z]+ \/ops\/v1\//.test(text))
  const isOfOthers = (text: string) => others.includes(text.split(' ', 2).join(' '))
  expect(readers.filter(text => !tried.has(text) && !isOfOthers(text))).toEqual([])
})

test('whatever a browser calls itself is kept, and shown as a name of ours or not at all', async () => {
  const { email, own } = await server.signIn()
  const names = naughtyStrings.filter(text => /^[\x20-\x7e]+$/.test(text))
  const json = { email, password: testPassword }
  const answers = await Promise.all(
    names.map(name => openBrowser(server.app).post('/login', { json, headers: { 'user-agent': name } })),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([204]))
  const browser = openBrowser(server.app)
  await browser.signIn(email)
  const { items } = (await browser.get(`${own}/sessions`)).json<{
    items: { browser: string | null; system: string | null }[]
  }>()
  expect(items).toHaveLength(names.length + 2)
  expect(items.every(each => each.browser === null && each.system === null)).toBe(true)
})

test('no user input gets into a header of a mail (header injection)', () => {
  expect(server.mailbox.mails.length).toBeGreaterThan(40)
  expect(server.mailbox.mails.filter(({ to, subject }) => /[\r\n]/.test(to + subject))).toEqual([])
})
