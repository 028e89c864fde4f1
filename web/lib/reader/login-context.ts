import { createContext, use, useContext } from 'react'
import { useLocation } from '#web/lib/navigation.ts'
import type { Profile } from '#web/lib/reader/profile.ts'

type Reader = Profile | undefined

/** What all pages of the central login share. */
export type Login = {
  /** Who is signed in already; a promise while the server is asked. */
  reader: Reader | Promise<Reader>
  /** The session was ended here. */
  forgetReader: () => void
  /** The e-mail typed so far; it goes along from step to step and survives a reload of this tab. */
  email: string
  setEmail: (email: string) => void
}

const context = createContext<Login | undefined>(undefined)
export const LoginProvider = context.Provider

/** What all pages of the central login share. */
export function useLogin(): Login {
  const login = useContext(context)
  if (!login) throw new Error('There is no central login around this component')
  return login
}

/** Who is signed in; waits, within a `Suspense`, until that is known. */
export function useReader(): Reader {
  const { reader } = useLogin()
  return reader instanceof Promise ? use(reader) : reader
}

/** The address's query. */
export const useParameters = (): URLSearchParams => new URLSearchParams(useLocation().search)

/** Parameters that must not be lost on the way: where to return to, why one came, from where. */
const carried = ['url', 'auth', 'source']

/** Makes addresses of the login's pages and steps, with all that must not be lost on the way. */
export function useLoginLinks(): (path: string, step?: string) => string {
  const params = useParameters()
  return (path, step) => {
    const query = new URLSearchParams([...params].filter(([name]) => carried.includes(name)))
    if (step) query.set('step', step)
    const search = query.toString()
    return search ? `${path}?${search}` : path
  }
}
