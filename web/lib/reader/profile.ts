import { useSyncExternalStore } from 'react'
import type { SessionPayload } from '#contract/identity/session-token.ts'
import { Locale } from '#contract/wire.ts'
import { rolesOf, type SubscriptionRoles } from './subscription-roles.ts'

/** Who reads (R3.02). `loaded` marks a signed-in reader, `langLoaded` that `lang` is the reader's own choice. */
export type Profile = {
  id: number | undefined
  email: string
  confirmed: boolean
  lang: Locale
  loaded: boolean
  langLoaded: boolean
  /** There seems to be a session, but it could not be found out whose. */
  unknown?: true
  /** The reader has ended every session from this page, which says so itself: nobody is signed in any more. */
  ended?: true
  roles: SubscriptionRoles
  /** The experiment in which the reader was shown a variation last, and the key of that variation. */
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

/** Who reads now. */
export const currentProfile = (): Profile => current

/** Replaces what is known of the reader, and draws anew what shows it. */
export function setProfile(change: Partial<Profile>): void {
  current = { ...current, ...change }
  for (const listener of listeners) listener()
}

/** Who reads, for components. */
export const useProfile = (): Profile => useSyncExternalStore(subscribe, currentProfile, currentProfile)

/**
 * Path parameters of the reader's own calls.
 *
 * @throws Error on a page that is open to visitors and did not look who reads
 */
export function useOwnParams(): { userId: string } {
  const { id } = useProfile()
  if (id === undefined) throw new Error('Nobody is signed in')
  return { userId: String(id) }
}

/** What the session's payload says of the reader; `email` may be missing from it. */
export function profileOf(payload: SessionPayload): Omit<Profile, 'loaded'> {
  const lang = Locale.safeParse(payload.loc)
  return {
    id: Number(payload.sub),
    email: payload.eml ?? '',
    confirmed: payload.cnf ?? false,
    lang: lang.success ? lang.data : 'sk',
    langLoaded: lang.success,
    roles: rolesOf(payload.sbr),
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
