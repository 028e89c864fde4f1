import { ApiError } from '#web/lib/call/api-error.ts'
import { errorText, textOfError } from '#web/lib/call/error-text.ts'

/**
 * Why a mailed link does not work, in words.
 *
 * @param error what reading it threw
 * @returns undefined when it is no matter of the link, so that another try may help
 */
export function linkRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  // A link that was cut off has not even the form of one.
  if (error.kind === 'bad_request') return errorText('newsletter_link_invalid')
  const isRefused = error.kind === 'not_found' || error.kind === 'unprocessable_entity'
  return isRefused ? textOfError(error) : undefined
}
