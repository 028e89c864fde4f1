import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { routes } from '#contract/routes.ts'
import { Redirect } from '#web/blocks/redirect.tsx'
import { queryClient } from '#web/lib/call/use-endpoint.ts'
import { addressText, useLocation } from '#web/lib/navigation/navigation.ts'
import { legacyTarget, routeNameOf } from './addresses.ts'
import { RequireLogin } from './require-login.tsx'
import { RoutePage } from './route-page.tsx'
import { Shell } from './shell.tsx'

/** Root of the account area: the shell and the current page. */
export function AccountArea() {
  return (
    <QueryClientProvider client={queryClient}>
      <Shell>
        <CurrentPage />
      </Shell>
    </QueryClientProvider>
  )
}

function CurrentPage(): ReactNode {
  const address = useLocation()
  const name = routeNameOf(address.pathname)
  // R2.05: redirect, keeping the query.
  const target =
    name === 'homepage' ? { ...address, pathname: routes.subscription.path } : legacyTarget(address)
  if (target) {
    return (
      <RequireLogin>
        <Redirect to={addressText(target)} />
      </RequireLogin>
    )
  }
  return <RoutePage name={name === undefined || name === 'homepage' ? 'notfound' : name} />
}
