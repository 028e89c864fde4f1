import type { WebAuthnError } from '@simplewebauthn/browser'
import { runtimeConfig } from './runtime-config.ts'

/** The library is loaded when a passkey is first needed, never for the first paint. */
export const loadWebAuthn = () => import('@simplewebauthn/browser')

/** Whether there can be passkeys at this address and in this browser (R13.01). */
export const canUsePasskeys = (): boolean =>
  runtimeConfig().passkey_domain !== undefined && 'PublicKeyCredential' in globalThis

/** Whether the reader has closed the browser's own dialog, or nothing was chosen in time. */
export const isGivenUp = (error: unknown): error is Error =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(causeOf(error).name)

/** Whether the device has a passkey of this account already. */
export const isMadeBefore = (error: unknown): boolean =>
  error instanceof Error && causeOf(error).name === 'InvalidStateError'

const causeOf = (error: Error | WebAuthnError): Error => (error.cause instanceof Error ? error.cause : error)
