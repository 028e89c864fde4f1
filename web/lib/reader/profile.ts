import { useSyncExternalStore } from 'react'
import type { SessionPayload } from '#contract/identity/session-token.ts'
import { isLocale, type Locale } from '#contract/languages.ts'
import { rolesOf, type SubscriptionRoles } from './subscription-roles.ts'

/**
 * The reader's profile (R3.02). `loaded` marks a signed-in reader, `langLoaded` that `lang` is the reader's own
 * choice.
 */
export type Profile = {
  id: number | undefined
  email: string
  confirmed: boolean
  lang: Locale
  loaded: boolean
  langLoaded: boolean
  /** There seems to be a session, but the reader could not be loaded. */
  unknown?: true
  /** The reader has ended all sessions from this page, which shows that itself. */
  ended?: true
  roles: SubscriptionRoles
  /** Key of the last experiment shown, and of its variation. */
  experimentKey?: string
  experimentResult?: string
}

const nobody: Profile = {
  id: undefined,
  email: '',
  confirmed: false,
  lang: 'sk',
  loaded: false,
  langLoaded: false,
  roles: {},
}

let current = nobody
const listeners = new Set<() => void>()

/** The current reader. */
export const currentProfile = (): Profile => current

/** Updates the profile and re-renders its users. */
export function setProfile(change: Partial<Profile>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

/** Hook: the current reader. */
export const useProfile = (): Profile => useSyncExternalStore(subscribe, currentProfile, currentProfile)

/**
 * Path parameters of the reader's own calls.
 *
 * @throws Error for a visitor, on a public page that did not check
 */
export function useOwnParams(): { userId: string } {
  const { id } = useProfile()
  if (id === undefined) throw new Error('Nobody is signed in')
  return { userId: String(id) }
}

/** The profile from the token's payload; `email` may be missing. */
export function profileOf(payload: SessionPayload): Omit<Profile, 'loaded'> {
  const { loc } = payload
  return {
    id: Number(payload.sub),
    email: payload.eml ?? '',
    confirmed: payload.cnf ?? false,
    lang: isLocale(loc) ? loc : 'sk',
    langLoaded: isLocale(loc),
    roles: rolesOf(payload.sbr),
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
