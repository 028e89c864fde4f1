import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError } from './api-error.ts'

type State<Offer, Fault> =
  | { step: 'loading' | 'failed' }
  | { step: 'dead'; fault: Fault }
  | { step: 'open'; offer: Offer }

/** The first of some refusals that an error of a call names. */
export const refusalAmong = <Key extends string>(error: unknown, keys: readonly Key[]): Key | undefined =>
  error instanceof ApiError ? keys.find(key => error.faults.some(fault => fault.key === key)) : undefined

/**
 * Reads what a mailed link offers. `retry` serves after a transient failure; `onFault` takes a fault that is found
 * later, when the offer is accepted.
 *
 * @param faults refusals that have a screen of their own
 */
export function useOffer<Offer, Fault extends string>(
  read: (signal: AbortSignal) => Promise<Offer>,
  faults: readonly Fault[],
) {
  const [state, setState] = useState<State<Offer, Fault>>({ step: 'loading' })
  const ask = useEffectEvent((signal: AbortSignal) =>
    read(signal).then(
      offer => setState({ step: 'open', offer }),
      (error: unknown) => {
        if (signal.aborted) return
        const fault = refusalAmong(error, faults)
        setState(fault ? { step: 'dead', fault } : { step: 'failed' })
      },
    ),
  )
  const isAsked = state.step === 'loading'
  useEffect(() => {
    if (!isAsked) return undefined
    const asking = new AbortController()
    void ask(asking.signal)
    return () => asking.abort()
  }, [isAsked])
  return {
    state,
    retry: () => setState({ step: 'loading' }),
    onFault: (fault: Fault) => setState({ step: 'dead', fault }),
  }
}
