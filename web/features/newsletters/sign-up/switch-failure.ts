import { ApiError } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import type { Refusal } from '#web/lib/switchboard.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/**
 * Why a switch went back (R8.13): the server's own reason where it gave one, else that the sign-up or the sign-off
 * failed, and why as far as that can be mended.
 */
export function switchFailure({ on, error }: Refusal): string {
  if (error instanceof ApiError && error.faults.length > 0 && error.status < 500) return textOfError(error)
  const failed = translate(on ? 'error.newsletter_sign_up_failed' : 'error.newsletter_cancel_failed')
  const offline = error instanceof ApiError && error.kind === 'offline'
  return offline ? `${failed} ${textOfError(error)}` : failed
}
