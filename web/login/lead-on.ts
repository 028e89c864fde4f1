import { useLayoutEffect, useRef } from 'react'
import { navigate } from '#web/lib/navigation/navigation.ts'
import { useLogin } from '#web/lib/reader/login-context.ts'

/**
 * Hook: leads on once a step's answer is there. A slow answer leads nobody who has left the step meanwhile, or has typed
 * another e-mail than it is about.
 */
export function useLeadOn(): (address: string) => void {
  const { email } = useLogin()
  const typedHere = useRef<string>(undefined)
  useLayoutEffect(() => {
    typedHere.current = email
    return () => {
      typedHere.current = undefined
    }
  }, [email])
  return address => {
    if (typedHere.current === email) navigate(address)
  }
}
