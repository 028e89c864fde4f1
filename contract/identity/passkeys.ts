import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { freeLine, Instant, requiredText, UserParams, usersPath } from '../wire.ts'

/** Most passkeys of one reader. */
export const mostPasskeys = 20

/** A passkey as its reader may see it. */
export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: Instant,
  last_used_at: z.nullable(Instant),
})
export type Passkey = z.infer<typeof Passkey>

/** Options for the browser (WebAuthn, `PublicKeyCredential.parse…OptionsFromJSON`). */
const Options = z.object({ options: z.record(z.string(), z.unknown()) })

/** What the browser answers with: a `PublicKeyCredential` by its `toJSON`, as text. */
const credential = requiredText(10_000)

const reader = { tag: 'Reader', access: 'reader', params: UserParams } as const
const passkeysPath = `${usersPath}/passkeys` as const
const one = {
  ...reader,
  path: `${passkeysPath}/:id`,
  params: z.extend(UserParams, { id: z.string().check(z.regex(/^[\w-]{1,1400}$/, 'not_found')) }),
} as const

export const listPasskeys = endpoint({
  ...reader,
  method: 'GET',
  path: passkeysPath,
  summary: 'The reader’s passkeys, the oldest first',
  success: { status: 200, body: z.object({ items: z.array(Passkey) }) },
})

export const beginPasskey = endpoint({
  ...reader,
  method: 'POST',
  path: `${passkeysPath}/options`,
  summary: 'What the browser makes a passkey by; good for ten minutes, in this browser and session',
  confirmedOnly: 'account_not_confirmed',
  success: { status: 200, body: Options },
  refusals: ['passkeys_unavailable', 'passkey_limit', 'user_not_found'],
})

export const addPasskey = endpoint({
  ...reader,
  method: 'POST',
  path: passkeysPath,
  summary: 'Add the passkey that the browser made; told by mail',
  confirmedOnly: 'account_not_confirmed',
  body: z.strictObject({ credential }),
  success: { status: 201, body: z.object({ id: z.string() }) },
  refusals: ['passkeys_unavailable', 'passkey_failed', 'passkey_exists', 'passkey_limit', 'user_not_found'],
})

export const renamePasskey = endpoint({
  ...one,
  method: 'PATCH',
  summary: 'Name a passkey',
  body: z.strictObject({ name: freeLine(60).check(z.minLength(1, 'required')) }),
  success: { status: 204 },
  refusals: ['not_found'],
})

export const removePasskey = endpoint({
  ...one,
  method: 'DELETE',
  summary: 'Remove a passkey; the last way to sign in stays; told by mail',
  success: { status: 204 },
  refusals: ['not_found', 'link_last_sign_in'],
})

const login = { tag: 'Central login', access: 'public' } as const

export const beginPasskeySignIn = endpoint({
  ...login,
  method: 'POST',
  path: '/login/passkey-options',
  summary: 'What the browser signs in with a passkey by; good for ten minutes, in this browser',
  staysIn: 'maintenance',
  success: { status: 200, body: Options },
  refusals: ['passkeys_unavailable'],
})

export const signInWithPasskey = endpoint({
  ...login,
  method: 'POST',
  path: '/login/passkey',
  summary: 'Sign in with a passkey',
  staysIn: 'maintenance',
  body: z.strictObject({ credential }),
  success: { status: 204 },
  refusals: [
    'passkeys_unavailable',
    'passkey_failed',
    'passkey_unknown',
    'link_blocked',
    'too_many_requests',
  ],
})
