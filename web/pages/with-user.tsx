import type { ReactNode } from 'react'
import { readUser, type User } from '#contract/identity/identity.ts'
import { Awaited } from '#web/blocks/awaited.tsx'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** A block that needs the reader: one shared query, with loading and error states in each place. */
export function WithUser({ children }: { children: (user: User) => ReactNode }) {
  const query = useEndpoint(readUser, { params: useOwnParams() })
  const { data } = query
  if (data) return children(data)
  return <Awaited query={query} shape="rows" />
}
