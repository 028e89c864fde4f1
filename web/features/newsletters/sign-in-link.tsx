import type { ReactNode } from 'react'
import { useLocation } from '#web/lib/navigation.ts'
import { loginAddress } from '#web/lib/reader/login-address.ts'
import { runtimeConfig } from '#web/lib/runtime-config.ts'
import { TextLink } from '#web/ui/text-link.tsx'

/** A link to the central login and back to this very tab. */
export function SignInLink({ children }: { children: ReactNode }) {
  // Follows the tab, so that the return address is right.
  const { pathname, search, hash } = useLocation()
  const back = new URL(`${pathname}${search}${hash}`, location.origin).href
  return <TextLink href={loginAddress(runtimeConfig().login_url, back)}>{children}</TextLink>
}
