import { isMessageKey, type MessageValues, translate } from './i18n.ts'

/**
 * What the reader is told about an error (R8.14).
 *
 * @param key a key of the error catalogue; one that we do not know gets the general text, never itself
 * @param values what the message mentions, e.g. the shortest length
 */
export function errorText(key: string, values?: MessageValues): string {
  const messageKey = `error.${key}`
  return isMessageKey(messageKey) ? translate(messageKey, values) : translate('error.unexpected')
}
