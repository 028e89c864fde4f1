import type { Money } from '#contract/wire.ts'
import { groupDigits } from '#locales/group-digits.ts'
import { currentLocale, intlLocale } from './i18n.ts'

/** All times are in the publisher's time zone. */
export const timeZone = 'Europe/Bratislava'

/**
 * A day in words: `14. marca 2027`, `14 March 2027`. Day and month never break across lines; the year may stand on the next
 * one, which keeps it whole in large letters.
 *
 * @param value RFC 3339 instant, or a day `YYYY-MM-DD`
 */
export function formatDate(value: string): string {
  return dateFormat(value, { day: 'numeric', month: 'long', year: 'numeric' }).replace(
    /\u00a0(?=\d{4}$)/,
    ' ',
  )
}

/** The last day of a period, whose end is the first instant after it (R4.05). */
export const formatLastDay = (end: string): string => formatDate(new Date(Date.parse(end) - 1).toISOString())

/** The publisher's day of a moment: `YYYY-MM-DD`. */
export const dayOf = (moment: number | string): string => dates('sv-SE', {}).format(new Date(moment))

/** A day without its year, for what is near: `14. marca`, `14 March`. */
export function formatDayAndMonth(value: string): string {
  return dateFormat(value, { day: 'numeric', month: 'long' })
}

/** The hour and minute of an instant: `7:12`, `07:12`. */
export function formatTime(instant: string): string {
  return dateFormat(instant, { hour: 'numeric', minute: '2-digit' })
}

/** A month as it is printed on a card: `08/2028`. */
export function formatCardMonth(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(0, 4)}`
}

/**
 * A price: `89,90 €`, `€89.90`. As `Intl.NumberFormat` writes it, whose first currency alone takes a phone 80 ms.
 *
 * @param money.amount in cents
 */
export function formatMoney({ amount }: Money): string {
  const [, minus, whole = '', cents] = /^(-?)(\d+)(\d\d)$/.exec(padded(amount)) ?? []
  const locale = currentLocale()
  const units = groupDigits(whole, locale)
  return locale === 'sk' ? `${minus}${units},${cents}\u00a0€` : `${minus}€${units}.${cents}`
}

const padded = (amount: number) => `${amount < 0 ? '-' : ''}${String(Math.abs(amount)).padStart(3, '0')}`

/** A number: `12 500`, `12,500`. */
export function formatNumber(value: number): string {
  return unbroken(numbers({}).format(value))
}

/** The size of a file: `1,2 MB`, `34 kB`. */
export function formatSize(bytes: number): string {
  const [unit, size] = bytes < 1e6 ? ['kilobyte', Math.ceil(bytes / 1e3)] : ['megabyte', bytes / 1e6]
  return unbroken(numbers({ style: 'unit', unit, maximumFractionDigits: 1 }).format(size))
}

function dateFormat(value: string, options: Intl.DateTimeFormatOptions): string {
  // A bare day is parsed as midnight in UTC, which is the same day in the publisher's zone.
  return unbroken(dates(intlLocale(), options).format(new Date(value)))
}

/** Formats by language and options: to make one takes a phone milliseconds, and a page needs the same few again and again. */
const kept = { dates: new Map<string, Intl.DateTimeFormat>(), numbers: new Map<string, Intl.NumberFormat>() }

const dates = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(
    kept.dates,
    locale + JSON.stringify(options),
    () => new Intl.DateTimeFormat(locale, { timeZone, ...options }),
  )

const numbers = (options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(
    kept.numbers,
    intlLocale() + JSON.stringify(options),
    () => new Intl.NumberFormat(intlLocale(), options),
  )

function once<Format>(formats: Map<string, Format>, key: string, make: () => Format): Format {
  const format = formats.get(key) ?? make()
  formats.set(key, format)
  return format
}

const unbroken = (text: string): string => text.replaceAll(/\s/g, '\u00a0')
