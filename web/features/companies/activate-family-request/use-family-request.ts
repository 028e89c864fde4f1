import { useCallback, useEffect, useState } from 'react'
import { type FamilyRequest, readFamilyRequest } from '#contract/companies/family-requests.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'

/** Reasons why an invitation can't be accepted that have a screen of their own. */
export const familyRequestFaults = [
  'family_request_not_found',
  'family_code_expired',
  'family_request_one_per_user',
  'family_request_self_use_forbidden',
] as const
export type FamilyRequestFault = (typeof familyRequestFaults)[number]

type State =
  | { step: 'loading' }
  | { step: 'failed' }
  | { step: 'dead'; fault: FamilyRequestFault }
  | { step: 'open'; invitation: FamilyRequest }

/** The invitation's fault in an error of a call. */
export const faultOf = (error: unknown): FamilyRequestFault | undefined =>
  error instanceof ApiError
    ? familyRequestFaults.find(each => error.faults.some(({ key }) => key === each))
    : undefined

/** Loads the invitation of a link; `retry` after a transient failure. */
export function useFamilyRequest(code: string): State & { retry: () => void } {
  const [state, setState] = useState<State>({ step: 'loading' })
  const read = useCallback(() => {
    const asking = new AbortController()
    call(readFamilyRequest, { params: { code } }, { signal: asking.signal }).then(
      invitation => setState({ step: 'open', invitation }),
      (error: unknown) => {
        if (asking.signal.aborted) return
        const fault = faultOf(error)
        setState(fault ? { step: 'dead', fault } : { step: 'failed' })
      },
    )
    return () => asking.abort()
  }, [code])
  useEffect(read, [read])
  return {
    ...state,
    retry: () => {
      setState({ step: 'loading' })
      read()
    },
  }
}
