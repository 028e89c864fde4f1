import { eq } from 'drizzle-orm'
import { useDevice } from '#contract/devices/devices.ts'
import { requestEmailChange } from '#contract/identity/change-email.ts'
import { changeUser } from '#contract/identity/change-user.ts'
import { checkGoogleIdToken, signInByEntitlements } from '#contract/identity/google.ts'
import { addPasskey, renamePasskey, signInWithPasskey } from '#contract/identity/passkeys.ts'
import { verifyControlCode } from '#contract/phone/phone.ts'
import { passkeys } from '#server/modules/identity/tables.ts'
import type { MoneyApp } from '../setup/money-app.ts'
import { testPassword } from '../setup/test-browser.ts'
import { type Form, outcomeOf, trimmed, trimmedOrNull } from './form.ts'

/** Text inputs of the account's settings, and of operators about it. */
export async function accountForms(server: MoneyApp): Promise<Form[]> {
  const { browser, own } = await server.signIn({ phoneToChange: '0999123456' })
  await server.deps.db.insert(passkeys).values({
    id: 'naughty',
    userId: Number(own.split('/').at(-1)),
    publicKey: 'x',
    counter: 0,
    name: 'x',
    createdAt: server.clock.now(),
  })
  return [
    {
      endpoint: addPasskey,
      fields: { credential: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await browser.post(`${own}/passkeys`, { json })),
    },
    {
      endpoint: signInWithPasskey,
      fields: { credential: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await browser.post('/login/passkey', { json })),
    },
    {
      endpoint: renamePasskey,
      fields: { name: trimmed },
      send: async json =>
        outcomeOf(await browser.patch(`${own}/passkeys/naughty`, { json }), async () => {
          const [row] = await server.deps.db.select().from(passkeys).where(eq(passkeys.id, 'naughty'))
          return { name: row?.name }
        }),
    },
    {
      endpoint: requestEmailChange,
      fields: { email: 'refused' },
      send: async json => outcomeOf(await browser.post(`${own}/email-change`, { json })),
    },
    {
      endpoint: changeUser,
      fields: { name: trimmedOrNull },
      send: async json => {
        const answer = await browser.patch(own, { json })
        return outcomeOf(answer, () => ({ name: answer.json<{ name: string | null }>().name }))
      },
    },
    {
      endpoint: changeUser,
      fields: { phone_to_change: 'refused' },
      send: async json => outcomeOf(await browser.patch(own, { json })),
    },
    {
      endpoint: changeUser,
      fields: { current_password: 'refused', plain_password: 'refused' },
      atOnce: 8,
      send: async texts => {
        const json = { current_password: testPassword, plain_password: 'Nove-heslo-1', ...texts }
        return outcomeOf(await browser.patch(own, { json }))
      },
    },
    {
      endpoint: verifyControlCode,
      fields: { control_code: 'refused' },
      send: async texts =>
        outcomeOf(
          await browser.post(`${own}/verify-control-code`, { json: { code_type: 'phone', ...texts } }),
        ),
    },
    {
      endpoint: useDevice,
      fields: { name: trimmed },
      send: async texts =>
        outcomeOf(
          await browser.put(`${own}/devices/one`, { json: { type: 'browser', ...texts } }),
          async () => {
            const { items } = (await browser.get(`${own}/devices`)).json<{ items: { name: string }[] }>()
            return { name: items[0]?.name }
          },
        ),
    },
    {
      endpoint: checkGoogleIdToken,
      fields: { credential: 'refused' },
      atOnce: 8,
      send: async form => outcomeOf(await browser.post(checkGoogleIdToken.path, { form })),
    },
    {
      endpoint: signInByEntitlements,
      fields: { raw_entitlements: 'refused' },
      atOnce: 8,
      send: async json => outcomeOf(await browser.post(signInByEntitlements.path, { json })),
    },
  ]
}
