import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { AnswerNotGenuine, ConsentDenied, ProviderUnavailable } from './port.ts'

/** Words by which providers say that the reader has refused. */
const refusals = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied'])

/** Words by which they say that it is they who can't. */
const breakdowns = new Set(['server_error', 'temporarily_unavailable'])

/** Codes of the library for answers that never came, came late, or are not what a provider in order sends. */
const noAnswer = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'])

/**
 * Sorts what the library throws into the port's three failures. Their messages name the library's code and nothing
 * that came from outside.
 */
export function describeFailure(error: unknown): Error {
  if (error instanceof AuthorizationResponseError) {
    if (refusals.has(error.error)) return new ConsentDenied('The reader refused')
    if (breakdowns.has(error.error)) return new ProviderUnavailable('The provider reports a fault')
    return new AnswerNotGenuine('The provider refused the request')
  }
  if (error instanceof ResponseBodyError) {
    return error.status >= 500 || breakdowns.has(error.error)
      ? new ProviderUnavailable(`The provider answered ${error.status}`)
      : new AnswerNotGenuine(`The provider answered ${error.status}`)
  }
  if (error instanceof ClientError) {
    const code = error.code ?? 'no code'
    return noAnswer.has(code) || isBroken(answerBehind(error))
      ? new ProviderUnavailable(code)
      : new AnswerNotGenuine(code)
  }
  // What is left is thrown by fetch: no name, no connection, no certificate.
  if (error instanceof TypeError || error instanceof DOMException) {
    return new ProviderUnavailable('No connection', { cause: error })
  }
  return error instanceof Error ? error : new Error('Something that is no error was thrown', { cause: error })
}

/** The answer that was not what the standard says: a refusal that is written otherwise (Facebook), or a breakdown. */
function answerBehind(error: Error): Response | undefined {
  const { cause } = error
  if (cause instanceof Response) return cause
  return cause instanceof Error ? answerBehind(cause) : undefined
}

/** A provider that is in order finds fault with what we ask; one that is not is out of order by itself. */
const isBroken = (answer: Response | undefined): boolean =>
  answer !== undefined && (answer.status < 400 || answer.status >= 500)
