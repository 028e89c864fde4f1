import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { AnswerNotGenuine, ConsentDenied, ProviderUnavailable } from './port.ts'

/** Error codes of providers for a reader's refusal. */
const refusals = new Set(['access_denied', 'user_cancelled_authorize', 'user_denied'])

/** Error codes for a provider's own failure. */
const breakdowns = new Set(['server_error', 'temporarily_unavailable'])

/** Codes of the library for missing, late or malformed answers. */
const noAnswer = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'])

/**
 * Maps the library's errors to the port's three failures. Their messages contain the library's code and no untrusted
 * input.
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
  // The rest are errors of fetch: DNS, connection or TLS.
  if (error instanceof TypeError || error instanceof DOMException) {
    return new ProviderUnavailable('No connection', { cause: error })
  }
  return error instanceof Error ? error : new Error('Something that is no error was thrown', { cause: error })
}

/** A non-standard answer: a refusal in another form (Facebook), or an outage. */
function answerBehind(error: Error): Response | undefined {
  const { cause } = error
  if (cause instanceof Response) return cause
  return cause instanceof Error ? answerBehind(cause) : undefined
}

/** 4xx is a fault of our request, any other status an outage of the provider. */
const isBroken = (answer: Response | undefined): boolean =>
  answer !== undefined && (answer.status < 400 || answer.status >= 500)
