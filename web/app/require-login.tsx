import { type ReactNode, useEffect } from 'react'
import { useProfile } from '#web/lib/reader/profile.ts'
import { loginAddressFor } from './login-redirect.ts'

/** Shows its children to a signed-in reader; sends a visitor to the central login and back (R2.26). */
export function RequireLogin({ children }: { children: ReactNode }) {
  const { loaded } = useProfile()
  useEffect(() => {
    if (!loaded) location.replace(loginAddressFor(location))
  }, [loaded])
  return loaded ? children : null
}
