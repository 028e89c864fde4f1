import { eq } from 'drizzle-orm'
import {
  activateAccount,
  checkUsername,
  register,
  requestNewPassword,
  setNewPassword,
  signIn,
} from '#contract/identity/central-login.ts'
import { takeBackEmail } from '#contract/identity/change-email.ts'
import { requestSignInLink, signInByCode, signInByLink } from '#contract/identity/sign-in-link.ts'
import { users } from '#server/modules/identity/tables.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { openBrowser, testPassword } from '../setup/test-browser.ts'
import { type Form, outcomeOf } from './form.ts'

let made = 0
/** As a browser sends it in a form, without lone surrogates. */
const inForm = (text: string) => text.toWellFormed().trim()

/** Text inputs of the central login, and of its addresses. */
export async function signInForms(server: MoneyApp): Promise<Form[]> {
  const visitor = openBrowser(server.app)
  const { token } = (await visitor.get('/get-csrf-token/registration')).json<{ token: string }>()
  const registration = (email: string) => ({ email, _token: token })
  const byLink = [
    { endpoint: activateAccount, page: 'activate' },
    { endpoint: setNewPassword, page: 'new-password' },
    { endpoint: takeBackEmail, page: 'take-back-email' },
  ] as const
  return [
    {
      endpoint: signIn,
      fields: { email: 'refused', password: 'refused' },
      refusedAs: {},
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post('/login', {
            json: { email: 'nobody@dennik.example', password: testPassword, ...texts },
          }),
        ),
    },
    {
      endpoint: checkUsername,
      fields: { username: 'refused', 'g-recaptcha-response': 'used' },
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post('/username_check', { form: { username: 'nobody@dennik.example', ...texts } }),
        ),
    },
    {
      endpoint: register,
      fields: {
        email: 'refused',
        source: { keeps: inForm },
        referer: { keeps: text => inForm(text).split(/[?#]/, 1)[0] },
      },
      atOnce: 8,
      send: async texts => {
        const email = `typed-${made++}@dennik.example`
        const answer = await visitor.post('/registration', { form: { ...registration(email), ...texts } })
        return outcomeOf(answer, async () => {
          const [row] = await server.deps.db.select().from(users).where(eq(users.email, email))
          return { source: row?.registrationSource, referer: row?.registrationReferer }
        })
      },
    },
    {
      endpoint: register,
      fields: { _token: 'refused' },
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post('/registration', {
            form: { ...registration('nobody@dennik.example'), ...texts },
          }),
        ),
    },
    {
      endpoint: requestNewPassword,
      fields: { email: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await visitor.post('/login/forgotten-password', { json })),
    },
    {
      endpoint: requestSignInLink,
      fields: { email: 'refused', url: 'used' },
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post('/login/sign-in-link', { json: { email: 'nobody@dennik.example', ...texts } }),
        ),
    },
    {
      endpoint: signInByCode,
      fields: { code: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await visitor.post('/login/sign-in-code', { json })),
    },
    {
      endpoint: signInByLink,
      fields: { '?url': 'used' },
      atOnce: 8,
      send: async texts =>
        outcomeOf(
          await visitor.post(
            `/login/sign-in/only-something-that-looks?${new URLSearchParams({ url: texts['?url'] ?? '' }).toString()}`,
          ),
        ),
    },
    ...byLink.map(({ endpoint, page }): Form => {
      const path = `/login/${page}/only-something-that-looks-like-one`
      return {
        endpoint,
        fields: { plain_password: 'refused' },
        atOnce: 8,
        send: async json => outcomeOf(await visitor.post(path, { json })),
      }
    }),
  ]
}
