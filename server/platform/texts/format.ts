import type { Locale } from '#contract/wire.ts'
import { timeZone } from '../clock.ts'

const tags: Record<Locale, string> = { sk: 'sk-SK', en: 'en-GB' }

const moneyFormats = forLocales(
  tag => new Intl.NumberFormat(tag, { style: 'currency', currency: 'EUR', currencyDisplay: 'symbol' }),
)
const dayFormats = forLocales(tag => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone }))
const timeFormats = forLocales(
  tag => new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit', timeZone }),
)

/** A formatted amount: `89,90 €`, `€89.90`, with no-break spaces. */
export const formatMoney = (locale: Locale, cents: number): string =>
  unbroken(moneyFormats[locale].format(cents / 100))

/** A day in the publisher's calendar: `12. marca 2027`, `12 March 2027`. */
export const formatDay = (locale: Locale, at: Temporal.Instant): string =>
  unbroken(dayFormats[locale].format(at.epochMilliseconds))

/** The last day of a period, whose end is the first instant after it (R4.05). */
export const formatLastDay = (locale: Locale, end: Temporal.Instant): string =>
  formatDay(locale, end.subtract({ milliseconds: 1 }))

/** A calendar day in the same form. */
export const formatPlainDay = (locale: Locale, day: Temporal.PlainDate): string =>
  formatDay(locale, day.toZonedDateTime({ timeZone, plainTime: '12:00' }).toInstant())

/** A time of day in the publisher's calendar: `19:42`. */
export const formatTime = (locale: Locale, at: Temporal.Instant): string =>
  timeFormats[locale].format(at.epochMilliseconds)

const unbroken = (text: string) => text.replaceAll(' ', '\u00a0')

/** @param make makes it for a BCP 47 language tag */
export function forLocales<T>(make: (tag: string) => T): Record<Locale, T> {
  return { sk: make(tags.sk), en: make(tags.en) }
}
