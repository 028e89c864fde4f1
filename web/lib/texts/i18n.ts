import { type Messages, setupI18n } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/wire.ts'
import { keepBackslashes } from '#locales/keep-backslashes.ts'
import type { MessageKey } from '#locales/message-values.ts'
import type { PlainKeyOf, Values, ValuesArgument } from '#locales/values-of.ts'

/** Translates a message; values for its placeholders are required by the type. */
export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesArgument<Key>) => string
/** A message with its values, to be translated later; `MessageOf` type-checks the two. */
export type Message = { id: MessageKey; values?: Values }
/** A message without placeholders. */
export type PlainMessageKey = PlainKeyOf<MessageKey>

/** Intl's names for our languages: English as it is written in Europe. */
const intlNames: Record<Locale, string> = { sk: 'sk-SK', en: 'en-GB' }

const i18n = setupI18n()
let current: Locale = 'sk'

/** Activates a language, and sets the document's `lang`. @param messages the language's compiled catalogue */
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

/** The current language. */
export const currentLocale = (): Locale => current

/** The current language as an Intl locale. */
export const intlLocale = (): string => intlNames[current]

/** Text of a message in the current language. Components use `useT`, so that they follow a switch. */
export const translate: Translate = (key, ...[values]) => sayWith(key, values)

/** Text of a message that comes with its values. */
export const say = ({ id, values }: Message): string => sayWith(id, values)

/** Text of a message with untyped values, e.g. of a server's error. */
export const sayWith = (key: MessageKey, values: Values | undefined): string =>
  keepBackslashes(values, hidden => i18n._(key, hidden))

/** Whether the catalogue has a message; for untrusted keys. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(i18n.messages, key)

const subscribe = (listener: () => void) => i18n.on('change', listener)

/** Hook: whether a message of a part that may come later is here. */
export const useMessageIsHere = (key: MessageKey): boolean => {
  const isHere = () => isMessageKey(key)
  return useSyncExternalStore(subscribe, isHere, isHere)
}

/** Hook: the translate function; re-renders when the language changes. */
export function useT(): Translate {
  useSyncExternalStore(subscribe, currentLocale, currentLocale)
  return translate
}
