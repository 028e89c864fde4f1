/**
 * Titles in a sentence: „Ranný výber, Večerný súhrn a Knižný klub“.
 *
 * @param locale the language, as Intl wants it
 */
export const listTitles = (items: readonly { title: string }[], locale: string): string =>
  new Intl.ListFormat(locale)
    .format(items.map(each => each.title))
    // No-break space after one-letter words.
    .replaceAll(/ ([ai]) /g, ' $1\u00a0')
