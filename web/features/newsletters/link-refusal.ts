import { ApiError } from '#web/lib/call/api-error.ts'
import { errorText, textOfError } from '#web/lib/call/error-text.ts'

/**
 * Why a mailed link does not work, in words.
 *
 * @param error what reading it threw
 * @returns undefined when the link is not at fault, so that a retry may help
 */
export function linkRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  // A truncated token fails validation.
  if (error.kind === 'bad_request') return errorText('newsletter_link_invalid')
  const isRefused = error.kind === 'not_found' || error.kind === 'unprocessable_entity'
  return isRefused ? textOfError(error) : undefined
}
