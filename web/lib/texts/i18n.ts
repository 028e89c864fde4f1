import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/wire.ts'
import { keepBackslashes } from '#locales/keep-backslashes.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { PlainKeyOf, Values, ValuesArgument } from '#locales/values-of.ts'

/** Gives the text of a message; what the message mentions cannot be left out. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string
/** A message with what it mentions, to be said later; where it is made, `MessageOf` holds the two to each other. */
export type Message = { id: MessageKey; values?: Values }
/** A message that mentions nothing. */
export type PlainMessageKey = PlainKeyOf<MessageKey>

/** Intl's names for our languages: English as it is written in Europe. */
const intlNames: Record<Locale, string> = { sk: 'sk-SK', en: 'en-GB' }

const i18n = setupI18n()
let current: Locale = 'sk'

/**
 * Switches every text on the screen to a language, and tells the document about it.
 *
 * @param messages the language's compiled catalogue
 */
export function activate(locale: Locale, messages: Messages): void {
  current = locale
  if (typeof document !== 'undefined') document.documentElement.lang = locale
  i18n.loadAndActivate({ locale, locales: intlNames[locale], messages })
}

/**
 * Adds messages of a language to those in use.
 *
 * @param messages a compiled part of the language's catalogue
 */
export function addMessages(locale: Locale, messages: Messages): void {
  i18n.load(locale, messages)
}

/** The language in use. */
export const currentLocale = (): Locale => current

/** The language in use, as Intl wants it. */
export const intlLocale = (): string => intlNames[current]

/** Text of a message in the language in use. Components take it from `useT`, so that they follow a switch. */
export const translate: Translate = (key, ...[values]) => sayWith(key, values)

/** Text of a message that comes with its values. */
export const say = ({ id, values }: Message): string => sayWith(id, values)

/** Text of a message whose values come from outside, e.g. of a refusal with what the server says of it. */
export const sayWith = (key: MessageKey, values: Values | undefined): string =>
  keepBackslashes(values, hidden => i18n._(key, hidden))

/** Tells whether the catalogue has a message; for keys that come from outside. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(i18n.messages, key)

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** The function that gives texts; the component is drawn anew when the language changes. */
export function useT(): Translate {
  useSyncExternalStore(subscribe, currentLocale, currentLocale)
  return translate
}
