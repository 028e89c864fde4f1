import type { User } from '#contract/identity/identity.ts'
import type { Session } from '../call/session.ts'
import { SessionError } from '../call/session.ts'
import { type Profile, profileOf } from './profile.ts'

type LoadUserDeps = {
  session: Session
  /** GET /rest/api/prv/v1/users/{userId} */
  readUser: (userId: number) => Promise<User>
}

/**
 * Loads the reader, from a fresh payload or by a refresh (R4.01, R4.02).
 *
 * @returns the profile, marked as loaded (R4.03); undefined for a visitor
 * @throws SessionError 'HTTP API Error' or 'No fresh user payload found.'
 */
export async function loadUser({ session, readUser }: LoadUserDeps): Promise<Profile | undefined> {
  if (session.userId() === undefined) return undefined
  try {
    await session.refresh()
  } catch (error) {
    // The user's cookie outlived the session: a visitor.
    if (error instanceof SessionError && error.reason === 'not_logged_in') return undefined
    throw error
  }
  const payload = session.freshPayload()
  if (!payload) throw new SessionError('no_fresh_payload')
  const profile = profileOf(payload)
  if (profile.email !== '') return { ...profile, loaded: true }
  // Optional claims may be missing from a token: the server is asked.
  const user = await readUser(Number(payload.sub))
  return {
    ...profile,
    email: user.email,
    confirmed: user.confirmed,
    lang: user.locale_code,
    langLoaded: true,
    loaded: true,
  }
}
