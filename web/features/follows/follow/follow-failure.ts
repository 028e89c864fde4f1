import { ApiError } from '#web/lib/call/api-error.ts'
import { textOfError } from '#web/lib/call/error-text.ts'
import type { Refusal } from '#web/lib/switchboard.ts'
import { translate } from '#web/lib/texts/i18n.ts'

/** Why a switch was rolled back: the server's reason where it gave one, else what failed and what to do. */
export function followFailure({ on, error }: Refusal): string {
  if (error instanceof ApiError && error.faults.length > 0 && error.status < 500) return textOfError(error)
  const failed = translate(on ? 'follows.follow_failed' : 'follows.unfollow_failed')
  const offline = error instanceof ApiError && error.kind === 'offline'
  return offline ? `${failed} ${textOfError(error)}` : failed
}
