import { useEffect, useState } from 'react'
import { type LinkKind, readMailedLink } from '#contract/identity/central-login.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'

/** Why a mailed link is refused: `invalid` (used, replaced or malformed) or `expired`. */
export type LinkFault = 'invalid' | 'expired'

/** The link's fault in an error of a call. */
export function linkFault(error: unknown): LinkFault | undefined {
  if (!(error instanceof ApiError)) return undefined
  for (const { key, field } of error.faults) {
    if (key.endsWith('_link_expired')) return 'expired'
    // A truncated token is refused by validation.
    if (key.endsWith('_link_invalid') || field === 'token') return 'invalid'
  }
  return error.kind === 'not_found' ? 'invalid' : undefined
}

/**
 * Checks on load whether a mailed link still works, before the reader chooses a password. If the check fails,
 * the form is shown anyway: submitting it will tell.
 *
 * @returns the link's state, and a setter for a fault found later
 */
export function useMailedLink(kind: LinkKind, token: string) {
  const [state, setState] = useState<'asked' | 'open' | LinkFault>('asked')
  useEffect(() => {
    const asking = new AbortController()
    call(readMailedLink, { params: { kind, token } }, { signal: asking.signal }).then(
      () => setState('open'),
      (error: unknown) => !asking.signal.aborted && setState(linkFault(error) ?? 'open'),
    )
    return () => asking.abort()
  }, [kind, token])
  return [state, setState] as const
}
