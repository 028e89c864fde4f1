import { and, eq, lt, or, sql } from 'drizzle-orm'
import * as z from 'zod'
import { AppError } from '#server/platform/app-error.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Settings } from '#server/platform/settings.ts'
import { passkeys } from '../tables.ts'

const Base64 = z.string().regex(/^[\w-]{1,8000}$/)
const Credential = z.object({
  id: Base64,
  rawId: Base64,
  type: z.literal('public-key'),
  clientExtensionResults: z.looseObject({}).transform(() => ({})),
})
const Made = Credential.extend({ response: z.object({ clientDataJSON: Base64, attestationObject: Base64 }) })
const Used = Credential.extend({
  response: z.object({ clientDataJSON: Base64, authenticatorData: Base64, signature: Base64 }),
})

/** EdDSA, ES256 and RS256 (COSE): what devices have and Node does without experiments. */
export const passkeyAlgorithms = [-8, -7, -257]

/** The library is large, and most processes never need it. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/**
 * The domain that passkeys belong to (RP ID).
 *
 * @throws AppError `passkeys_unavailable` where an IP address serves
 */
export function requirePasskeyDomain({ passkeyDomain }: Pick<Settings, 'passkeyDomain'>): string {
  if (passkeyDomain === null) throw new AppError('passkeys_unavailable')
  return passkeyDomain
}

const expected = ({ settings }: Pick<Deps, 'settings'>, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: [settings.origins.login, settings.origins.account],
  expectedRPID: requirePasskeyDomain(settings),
  requireUserVerification: true,
})

/**
 * Verifies what a browser made (WebAuthn § 7.1): our challenge, origin and domain, with the user verified.
 *
 * @param typed untrusted
 * @throws AppError `passkey_failed`, `passkeys_unavailable`
 */
export async function verifyNewPasskey(deps: Pick<Deps, 'settings'>, typed: string, challenge: string) {
  const response = read(Made, typed)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    ...expected(deps, challenge),
    supportedAlgorithmIDs: passkeyAlgorithms,
  }).catch(refuse)
  if (!verified) throw new AppError('passkey_failed')
  const { id, publicKey, counter } = registrationInfo.credential
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter }
}

/**
 * Verifies a signature of a passkey that we know (WebAuthn § 7.2). Its counter has to grow; synced passkeys stay at 0.
 *
 * @param typed untrusted
 * @returns the passkey, and its new counter to be noted by `notePasskeyUse`
 * @throws AppError `passkey_unknown`, `passkey_failed`, `passkeys_unavailable`
 */
export async function verifyPasskey(deps: Pick<Deps, 'db' | 'settings'>, typed: string, challenge: string) {
  const response = read(Used, typed)
  const [passkey] = await deps.db.select().from(passkeys).where(eq(passkeys.id, response.id))
  if (!passkey) throw new AppError('passkey_unknown')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    ...expected(deps, challenge),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
      counter: passkey.counter,
    },
  }).catch(refuse)
  if (!verified) throw new AppError('passkey_failed')
  return { ...passkey, newCounter: authenticationInfo.newCounter }
}

/**
 * Notes the use of a passkey. Of two uses of one state of its counter, as of a copy, one succeeds; it may have been removed
 * meanwhile.
 *
 * @throws AppError `passkey_failed`
 */
export async function notePasskeyUse(
  tx: Db | Tx,
  { clock }: Pick<Deps, 'clock'>,
  { id, newCounter }: { id: string; newCounter: number },
): Promise<void> {
  const isNewer = or(lt(passkeys.counter, newCounter), sql`${passkeys.counter} = 0 and ${newCounter} = 0`)
  const noted = await tx
    .update(passkeys)
    .set({ counter: newCounter, lastUsedAt: clock.now() })
    .where(and(eq(passkeys.id, id), isNewer))
    .returning({ id: passkeys.id })
  if (noted.length === 0) throw new AppError('passkey_failed')
}

function read<T>(schema: z.ZodType<T>, typed: string): T {
  try {
    return schema.parse(JSON.parse(typed))
  } catch {
    return refuse()
  }
}

/** The library throws for all that does not hold; which it was helps only who forges. */
function refuse(): never {
  throw new AppError('passkey_failed')
}
