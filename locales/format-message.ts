import type { Locale } from '#contract/wire.ts'
import { groupDigits } from './group-digits.ts'
import { keepAbbreviations } from './keep-abbreviations.ts'
import type { Values } from './values-of.ts'

/** A compiled ICU message: words, `#` for the number of a plural, and arguments, which may choose among messages. */
export type CompiledText = readonly Token[]
type Token =
  | string
  | readonly [name: string]
  | readonly [name: string, type: 'plural' | 'select', cases: Readonly<Record<string, CompiledText>>]
/** Compiled messages by their keys. */
export type Messages = Readonly<Record<string, CompiledText>>

const pluralRules = new Map<Locale, Intl.PluralRules>()

/**
 * The text of a message. Values may be what a reader typed: they are shown exactly, but for spaces within abbreviations,
 * which never break. An argument without a value is left out, and a
 * choice without one is the other one.
 *
 * @param values what the arguments stand for
 * @param counted the number of the plural that this is a case of
 */
export function formatMessage(text: CompiledText, values: Values, locale: Locale, counted?: number): string {
  const say = (token: Token): string => {
    if (token === '#' && counted !== undefined) return formatCount(counted, locale)
    if (typeof token === 'string') return token
    const value = values[token[0]]
    if (token.length === 1) return keepAbbreviations(String(value ?? ''))
    const [, type, cases] = token
    const caseOf = (key: string) => (Object.hasOwn(cases, key) ? cases[key] : undefined)
    const category = () => (type === 'plural' ? caseOf(categoryOf(Number(value), locale)) : undefined)
    const chosen = caseOf(String(value)) ?? category() ?? caseOf('other') ?? []
    return formatMessage(chosen, values, locale, type === 'plural' ? Number(value) : counted)
  }
  return text.map(say).join('')
}

function categoryOf(count: number, locale: Locale): Intl.LDMLPluralRule {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale)
  pluralRules.set(locale, rules)
  return rules.select(count)
}

// Without `Intl.NumberFormat`, whose first one takes a phone 60 ms.
const formatCount = (count: number, locale: Locale): string =>
  Number.isInteger(count) ? groupDigits(String(count), locale) : count.toLocaleString(locale)
