import type { Locale } from '#contract/wire.ts'
import { compileText } from '#locales/compile-text.ts'
import activityEn from '#locales/en/activity.json' with { type: 'json' }
import dataArchiveEn from '#locales/en/data-archive.json' with { type: 'json' }
import devicesEn from '#locales/en/devices.json' with { type: 'json' }
import errorsEn from '#locales/en/errors.json' with { type: 'json' }
import forumErrorsEn from '#locales/en/forum-errors.json' with { type: 'json' }
import generalErrorsEn from '#locales/en/general-errors.json' with { type: 'json' }
import mailEn from '#locales/en/mail.json' with { type: 'json' }
import navigationEn from '#locales/en/navigation.json' with { type: 'json' }
import renderedEn from '#locales/en/rendered.json' with { type: 'json' }
import termsEn from '#locales/en/terms.json' with { type: 'json' }
import { formatMessage, type Messages } from '#locales/format-message.ts'
import activitySk from '#locales/sk/activity.json' with { type: 'json' }
import dataArchiveSk from '#locales/sk/data-archive.json' with { type: 'json' }
import devicesSk from '#locales/sk/devices.json' with { type: 'json' }
import errorsSk from '#locales/sk/errors.json' with { type: 'json' }
import forumErrorsSk from '#locales/sk/forum-errors.json' with { type: 'json' }
import generalErrorsSk from '#locales/sk/general-errors.json' with { type: 'json' }
import mailSk from '#locales/sk/mail.json' with { type: 'json' }
import navigationSk from '#locales/sk/navigation.json' with { type: 'json' }
import renderedSk from '#locales/sk/rendered.json' with { type: 'json' }
import termsSk from '#locales/sk/terms.json' with { type: 'json' }
import type { Values, ValuesArgument } from '#locales/values-of.ts'

type ServerCatalogue = typeof generalErrorsSk &
  typeof errorsSk &
  typeof forumErrorsSk &
  typeof mailSk &
  typeof navigationSk &
  typeof renderedSk &
  typeof termsSk &
  typeof activitySk &
  typeof dataArchiveSk &
  typeof devicesSk
export type ServerMessageKey = keyof ServerCatalogue

const languages: Record<Locale, Messages> = {
  sk: compiled({
    ...generalErrorsSk,
    ...errorsSk,
    ...forumErrorsSk,
    ...mailSk,
    ...navigationSk,
    ...renderedSk,
    ...termsSk,
    ...activitySk,
    ...dataArchiveSk,
    ...devicesSk,
  }),
  en: compiled({
    ...generalErrorsEn,
    ...errorsEn,
    ...forumErrorsEn,
    ...mailEn,
    ...navigationEn,
    ...renderedEn,
    ...termsEn,
    ...activityEn,
    ...dataArchiveEn,
    ...devicesEn,
  }),
}

/**
 * A translated text of the server: refusals, mails, and entries of the activity log in mails.
 *
 * @param locale the reader's language
 * @param values of its placeholders
 */
export const say = <Key extends ServerMessageKey>(
  locale: Locale,
  key: Key,
  ...[values]: ValuesArgument<Key>
): string => sayWith(locale, key, values)

/** Whether a key that is put together is a message. */
export const hasMessage = (key: string): key is ServerMessageKey => Object.hasOwn(languages.sk, key)

/** The same, untyped: for callers that have already checked the values against the key. */
export const sayWith = (locale: Locale, key: ServerMessageKey, values: Values = {}): string =>
  formatMessage(languages[locale][key] ?? [key], values, locale)

/**
 * Replaces texts by a brand's own, for this process from now on.
 *
 * @param texts by key; keys of the browser only are ignored
 * @throws Error naming the key of a message that cannot be used
 */
export function replaceMessages(locale: Locale, texts: Readonly<Record<string, string>>): void {
  const own = Object.entries(texts).filter(([key]) => Object.hasOwn(languages[locale], key))
  languages[locale] = { ...languages[locale], ...compiled(Object.fromEntries(own)) }
}

function compiled(catalogue: Readonly<Record<string, string>>): Messages {
  const messages = Object.entries(catalogue).map(([key, message]) => {
    try {
      return [key, compileText(message)]
    } catch (error) {
      throw new Error(`The text of "${key}" cannot be used`, { cause: error })
    }
  })
  return Object.fromEntries(messages)
}
