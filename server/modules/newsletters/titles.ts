import type { Locale } from '#contract/wire.ts'
import { forLocales } from '#server/platform/texts/format.ts'
import { localized } from '#server/platform/texts/localized.ts'
import type { newsletters } from './tables.ts'

type Titled = Pick<typeof newsletters.$inferSelect, 'titleSk' | 'titleEn'>

const lists = forLocales(tag => new Intl.ListFormat(tag))

/** Titles in a sentence: „Ranný výber, Večerný súhrn a Knižný klub“. */
export const listTitles = (rows: readonly Titled[], locale: Locale): string =>
  lists[locale]
    .format(rows.map(row => localized(row, 'title', locale)))
    // No-break space after a one-letter word.
    .replaceAll(' a ', ' a\u00a0')
