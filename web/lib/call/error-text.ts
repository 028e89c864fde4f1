import type { Values } from '#locales/values-of.ts'
import { isMessageKey, type PlainMessageKey, sayWith, translate } from '../texts/i18n.ts'
import { ApiError, type ApiErrorKind } from './api-error.ts'

const kindTexts: Record<ApiErrorKind, PlainMessageKey> = {
  offline: 'error.offline',
  timeout: 'error.timeout',
  unreachable: 'error.timeout',
  bad_request: 'error.invalid_input',
  not_logged_in: 'error.not_logged_in',
  unauthorised_request: 'error.forbidden',
  not_found: 'error.not_found',
  too_many_requests: 'error.too_many_requests',
  server_error: 'error.internal_server_error',
  unprocessable_entity: 'error.unexpected',
  invalid_content_type: 'error.unexpected',
  invalid_answer: 'error.invalid_answer',
  failed: 'error.unexpected',
}

/**
 * Text of an error key (R8.14).
 *
 * @param key a key of the error catalogue; unknown ones get the general text, never the key itself
 * @param values what the message mentions, e.g. the shortest length
 */
export function errorText(key: string, values?: Values): string {
  const messageKey = `error.${key}`
  return isMessageKey(messageKey) ? sayWith(messageKey, values) : translate('error.unexpected')
}

/** Text of any thrown error: the server's first fault, else the kind of failure. */
export function textOfError(error: unknown): string {
  if (!(error instanceof ApiError)) return translate('error.unexpected')
  const [fault] = error.faults
  return fault ? errorText(fault.key, fault.params) : translate(kindTexts[error.kind])
}

/** Texts for the fields of a form, by the wire's names of the fields; empty when no field is at fault. */
export function fieldTextsOfError(error: unknown): Record<string, string> {
  const texts: Record<string, string> = {}
  if (!(error instanceof ApiError)) return texts
  for (const { key, field, params } of error.faults) {
    // Only the first fault of a field is shown.
    if (field !== undefined) texts[field] ??= errorText(key, params)
  }
  return texts
}
