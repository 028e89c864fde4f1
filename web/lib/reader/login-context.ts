import { createContext, use, useContext, useSyncExternalStore } from 'react'
import { useLocation } from '#web/lib/navigation/navigation.ts'
import type { Profile } from '#web/lib/reader/profile.ts'

type Reader = Profile | undefined

/** What all pages of the central login share. */
export type Login = {
  /** The signed-in reader; a promise while loading. */
  reader: Reader | Promise<Reader>
  /** The session was ended here. */
  forgetReader: () => void
  /** The e-mail typed so far, kept between steps and over a reload of this tab. */
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

/** The signed-in reader; suspends while loading. */
export function useReader(): Reader {
  const { reader } = useLogin()
  return reader instanceof Promise ? use(reader) : reader
}

const never = () => () => {}

/** Whether the browser draws the page: not while it is rendered by the server, or taken over as it was rendered. */
export const useIsTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The address's query. */
export const useParameters = (): URLSearchParams => new URLSearchParams(useLocation().search)

/** The order that the address names; a second `?`, by which mailers append parameters of their own, ends it. */
export const useOrderInAddress = (): string => useParameters().get('order')?.split('?', 1)[0] ?? ''

/** Query parameters kept between steps: return address, reason, source. */
const carried = ['url', 'auth', 'source']

/** Builds addresses of the login's pages and steps, with the kept parameters. */
export function useLoginLinks(): (path: string, step?: string) => string {
  const params = useParameters()
  return (path, step) => {
    const query = new URLSearchParams([...params].filter(([name]) => carried.includes(name)))
    if (step) query.set('step', step)
    const search = query.toString()
    return search ? `${path}?${search}` : path
  }
}
