import { useEffect, useState } from 'react'
import { type LinkKind, readMailedLink } from '#contract/identity/identity.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'

/** Why a mailed link no longer helps: used up, replaced or misspelled; or too old. */
export type LinkFault = 'invalid' | 'expired'

/** The fault of a link among what a call threw. */
export function linkFault(error: unknown): LinkFault | undefined {
  if (!(error instanceof ApiError)) return undefined
  for (const { key, field } of error.faults) {
    if (key.endsWith('_link_expired')) return 'expired'
    // A token that was cut off while copying is refused by its shape already.
    if (key.endsWith('_link_invalid') || field === 'token') return 'invalid'
  }
  return error.kind === 'not_found' ? 'invalid' : undefined
}

/**
 * Asks at opening whether a mailed link still works, before anybody thinks of a password for it. Where that can't be
 * known, the form is shown: sending it tells.
 *
 * @returns what is known of the link, and how to tell a fault that is met later
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
