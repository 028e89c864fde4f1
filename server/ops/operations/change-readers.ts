import * as z from 'zod'
import { LinkName } from '#contract/identity/providers.ts'
import { removeDevice } from '#server/modules/devices/index.ts'
import {
  changeEmail,
  changeName,
  confirmedEmailOf,
  endAllSessions,
  removePasskey,
  unlinkExternAuthService,
} from '#server/modules/identity/index.ts'
import { moveMailbox } from '#server/modules/newsletters/index.ts'
import { removePhone } from '#server/modules/phone/index.ts'
import { currentAccess } from '#server/modules/subscriptions/index.ts'
import { databaseErrorOf } from '#server/platform/database/database-error.ts'
import { ReaderEmail } from '../load/fields.ts'
import { defineWrite, refusal } from '../operation.ts'
import { changeReader, ReaderChange, requireActive, requireReader } from './change-reader.ts'
import { ReaderDescription } from './describe-reader.ts'

const by = 'staff'
const output = ReaderDescription

/** What support changes in a reader's account; the reader is told by mail. */
export const changeReaderOperations = [
  defineWrite({
    name: 'readers change-email',
    summary: 'Changes the address of an account at once and signs the reader out; both addresses are told.',
    http: { method: 'POST', path: '/readers/:id/email' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: ReaderChange.extend({
      email: ReaderEmail.describe('the new address'),
      confirmed: z
        .boolean()
        .default(false)
        .describe(
          'you know that it is the reader’s, who wrote from it; else it is mailed an activation link',
        ),
    }),
    output,
    run: (context, { email, confirmed, ...input }) =>
      changeReader(context, input, requireActive, async reader => {
        const change = { email, isConfirmed: confirmed, by } as const
        await changeEmail(context.tx, context, reader, change).catch((error: unknown) => {
          const isTaken = databaseErrorOf(error)?.constraint === 'users_email'
          throw isTaken ? refusal('Another account has this address.', 'email') : error
        })
        const former = confirmedEmailOf(reader)
        if (confirmed && former !== null) await moveMailbox(context.tx, former, email)
      }),
  }),

  defineWrite({
    name: 'readers change-name',
    summary: 'Changes a reader’s name, or removes it; documents keep the one that they were made with.',
    http: { method: 'POST', path: '/readers/:id/name' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: ReaderChange.extend({
      name: z.string().trim().min(1).max(100).nullable().describe('the new name; empty removes it'),
    }),
    output,
    run: (context, { name, ...input }) =>
      changeReader(context, input, requireActive, ({ id }) =>
        changeName(context.tx, context, { userId: id, by, name }),
      ),
  }),

  defineWrite({
    name: 'readers sign-out',
    summary: 'Signs a reader out everywhere; the password stays.',
    http: { method: 'POST', path: '/readers/:id/sign-out' },
    scope: 'readers:write',
    refusals: ['user_not_found'],
    input: ReaderChange,
    output,
    run: (context, input) =>
      changeReader(context, input, requireReader, ({ id }) =>
        endAllSessions(context.tx, context, { userId: id, by }),
      ),
  }),

  defineWrite({
    name: 'readers remove-device',
    summary: 'Removes a device, also beyond the reader’s three a month, and signs it out.',
    http: { method: 'POST', path: '/readers/:id/devices/:device/remove' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'not_found'],
    input: ReaderChange.extend({ device: z.string().max(100).describe('its id, as "readers show" tells') }),
    output,
    run: (context, { device, ...input }) =>
      changeReader(context, input, requireReader, ({ id }) =>
        removeDevice(context, { userId: id, by }, device),
      ),
  }),

  defineWrite({
    name: 'readers remove-phone',
    summary: 'Removes a reader’s mobile number, and one that waits for its code.',
    http: { method: 'POST', path: '/readers/:id/remove-phone' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'not_found', 'phone_sms_recurrence', 'phone_sms_subscriber'],
    input: ReaderChange,
    output,
    run: (context, input) =>
      changeReader(context, input, requireReader, async ({ id }) => {
        const { isSubscriber, hasRecurringSms } = await currentAccess(context, id)
        const facts = { isSubscriber: async () => isSubscriber, hasRecurringSms: async () => hasRecurringSms }
        await removePhone({ ...context, facts }, { userId: id, by })
      }),
  }),

  defineWrite({
    name: 'readers unlink',
    summary:
      'Unlinks an account of another provider, or Subscribe with Google, unless it leaves no other way to sign in.',
    http: { method: 'POST', path: '/readers/:id/linked-accounts/:provider/unlink' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'link_not_connected', 'link_last_sign_in'],
    input: ReaderChange.extend({
      provider: z.enum(LinkName.options).describe('whose account; swg is Subscribe with Google'),
    }),
    output,
    run: (context, { provider, ...input }) =>
      changeReader(context, input, requireReader, ({ id }) =>
        unlinkExternAuthService(context, { userId: id, by }, provider),
      ),
  }),

  defineWrite({
    name: 'readers remove-passkey',
    summary: 'Removes a passkey, unless it is the only way to sign in.',
    http: { method: 'POST', path: '/readers/:id/passkeys/:passkey/remove' },
    scope: 'readers:write',
    refusals: ['user_not_found', 'not_found', 'link_last_sign_in'],
    input: ReaderChange.extend({ passkey: z.string().max(1400).describe('its id') }),
    output,
    run: (context, { passkey, ...input }) =>
      changeReader(context, input, requireReader, ({ id }) =>
        removePasskey(context, { userId: id, by }, passkey),
      ),
  }),
]
