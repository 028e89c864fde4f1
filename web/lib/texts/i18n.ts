import { useSyncExternalStore } from 'react'
import type { Locale } from '#contract/wire.ts'
import { formatMessage, type Messages } from '#locales/format-message.ts'
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

let current: Locale = 'sk'
let catalogue: Messages = {}
const listeners = new Set<() => void>()

/** Activates a language, and sets the document's `lang`. @param messages the language's compiled catalogue */
export function activate(locale: Locale, messages: Messages): void {
  current = locale
  if (typeof document !== 'undefined') document.documentElement.lang = locale
  replaceCatalogue(messages)
}

/**
 * Adds messages to those in use; not of a language that was left meanwhile, whose catalogue comes whole when it is
 * activated.
 *
 * @param messages a compiled part of the language's catalogue
 */
export function addMessages(locale: Locale, messages: Messages): void {
  if (locale === current) replaceCatalogue({ ...catalogue, ...messages })
}

function replaceCatalogue(messages: Messages): void {
  catalogue = messages
  for (const listener of listeners) listener()
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
export function sayWith(key: MessageKey, values: Values = {}): string {
  const message = catalogue[key]
  return message ? formatMessage(message, values, current) : key
}

/** Whether the catalogue has a message; for untrusted keys. */
export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(catalogue, key)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

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
