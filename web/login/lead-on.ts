import { useIsStill } from '#web/lib/forms/use-is-still.ts'
import { navigate } from '#web/lib/navigation/navigation.ts'
import { useLogin } from '#web/lib/reader/login-context.ts'

/**
 * Hook: leads on once a step's answer is there. A slow answer leads nobody who has left the step meanwhile, or has typed
 * another e-mail than it is about.
 */
export function useLeadOn(): (address: string) => void {
  const isStill = useIsStill(useLogin().email)
  return address => {
    if (isStill()) navigate(address)
  }
}
