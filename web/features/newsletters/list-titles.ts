/**
 * Titles in a sentence: „Ranný výber, Večerný súhrn a Knižný klub“.
 *
 * @param locale the language, as Intl wants it
 */
export const listTitles = (items: readonly { title: string }[], locale: string): string =>
  new Intl.ListFormat(locale)
    .format(items.map(each => each.title))
    // A one-letter word never ends a line.
    .replaceAll(/ ([ai]) /g, ' $1\u00a0')
