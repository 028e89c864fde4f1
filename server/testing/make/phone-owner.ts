import type { LightMyRequestResponse } from 'fastify'
import type { User } from '#contract/identity/identity.ts'
import type { TestApp } from '../setup/test-app.ts'
import { makeReader } from './reader.ts'
import { makeSignedIn } from './signed-in.ts'

let given = 0
/** A number that no other test uses. */
export const newNumber = () => `0999${String(100_000 + given++).padStart(6, '0')}`

/** A number as messages are sent to it. */
export const abroad = (number: string) => number.replace(/^0/, '+421')

/** A reader who changes and proves a mobile number. */
export async function signInPhoneOwner(server: TestApp, columns: Parameters<typeof makeReader>[1] = {}) {
  const { browser, own } = await makeSignedIn(server, columns)
  return {
    browser,
    own,
    /** Lets time pass, and renews the session as the browser does. */
    wait: async (length: string) => {
      server.clock.advance(length)
      await browser.post('/refresh-token')
    },
    user: async () => (await browser.get(own)).json<User>(),
    change: (number: string | null) => browser.patch(own, { json: { phone_to_change: number } }),
    resend: (kind = 'phone') => browser.post(`${own}/create-control-code`, { json: { code_type: kind } }),
    verify: (code: string, kind = 'phone') =>
      browser.post(`${own}/verify-control-code`, { json: { code_type: kind, control_code: code } }),
  }
}

/** The code of the newest message to a number, after those that are known already. */
export async function newestCode(
  server: TestApp,
  number: string,
  known: readonly string[] = [],
): Promise<string> {
  const codeOf = (text: string) => /^\d{6}/.exec(text)?.[0] ?? ''
  const sms = await server.phone.waitFor(abroad(number), ({ text }) => !known.includes(codeOf(text)))
  return codeOf(sms.text)
}

/** Another code than the right one. */
export const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')

/** Why a call was refused. */
export const keysOf = (answer: LightMyRequestResponse) =>
  answer.json<{ errors: { key: string }[] }>().errors.map(error => error.key)
