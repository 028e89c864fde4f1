import { beginPasskeySignIn, signInWithPasskey } from '#contract/identity/passkeys.ts'
import { call } from '#web/lib/call/api.ts'
import { ApiError } from '#web/lib/call/api-error.ts'
import { canUsePasskeys, isGivenUp, loadWebAuthn } from '#web/lib/passkeys.ts'

/** Shorter than a challenge lives. */
const renewAfterMs = 8 * 60_000

/**
 * Lets the browser offer its passkeys in the e-mail's field (conditional mediation), until one has signed in.
 *
 * @param signal ends it, when the field goes
 * @param onRefused told of one that was chosen and refused; then none is offered any more
 * @returns true when the reader is signed in; false where the browser has no such offer
 */
export async function awaitPasskey(
  signal: AbortSignal,
  onRefused: (error: ApiError) => void,
): Promise<boolean> {
  if (!canUsePasskeys()) return false
  const { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } = await loadWebAuthn()
  if (!(await browserSupportsWebAuthnAutofill())) return false
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.addEventListener('abort', stop)
  while (!signal.aborted) {
    const timer = setTimeout(stop, renewAfterMs)
    try {
      const { options } = await call(beginPasskeySignIn, {})
      if (signal.aborted) return false
      // The browser checks them itself.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const optionsJSON = options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON']
      const chosen = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      await call(signInWithPasskey, { body: { credential: JSON.stringify(chosen) } })
      return true
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'unprocessable_entity') onRefused(error)
      // Given up by the timer alone: with a new challenge.
      if (!isGivenUp(error) || error.name === 'NotAllowedError') return false
    } finally {
      clearTimeout(timer)
    }
  }
  return false
}
