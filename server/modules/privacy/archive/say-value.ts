import { noDetails } from '#contract/activity/activity.ts'
import type { Locale } from '#contract/wire.ts'
import { formatDay, formatMoney, formatPlainDay, formatTime } from '#server/platform/texts/format.ts'
import { hasMessage, say, sayWith } from '#server/platform/texts/messages.ts'
import type { ArchivedRow } from './read-list.ts'

/** The heading of a list. */
export const sayHeading = (locale: Locale, { name }: { name: string }): string =>
  sayIfKnown(locale, `archive.list.${name}`, name)

/** The label of a column or of a field in it. */
export const sayLabel = (locale: Locale, name: string): string =>
  sayIfKnown(locale, `archive.label.${name}`, name)

const sayIfKnown = (locale: Locale, key: string, otherwise: string, values = {}): string =>
  hasMessage(key) ? sayWith(locale, key, values) : otherwise

/**
 * A value as the page says it: words for codes, dates and money as the reader writes them.
 *
 * @param name of the column, or of a field inside it
 * @returns an empty text where there is nothing
 */
export function sayValue(locale: Locale, name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return say(locale, value ? 'archive.yes' : 'archive.no')
  if (typeof value === 'number') return name.endsWith('_cents') ? formatMoney(locale, value) : String(value)
  if (typeof value === 'string') return sayText(locale, name, value)
  if (Array.isArray(value)) return value.map(each => sayValue(locale, name, each)).join(', ')
  return Object.entries(value)
    .map(([field, each]) => [sayLabel(locale, field), sayValue(locale, field, each)])
    .filter(([, said]) => said !== '')
    .map(([label, said]) => `${label}: ${said}`)
    .join('; ')
}

function sayText(locale: Locale, name: string, text: string): string {
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text)) {
    const at = Temporal.Instant.from(text)
    return `${formatDay(locale, at)}, ${formatTime(locale, at)}`
  }
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatPlainDay(locale, Temporal.PlainDate.from(text))
  return sayIfKnown(locale, `archive.value.${name}`, text, { value: text })
}

/** What happened, in the words of the reader's own log. */
export function sayActivity(locale: Locale, { kind, details }: ArchivedRow): string {
  const values = { ...noDetails, ...(typeof details === 'object' && details) }
  return sayIfKnown(locale, `activity.kind.${String(kind)}`, String(kind), values)
}
