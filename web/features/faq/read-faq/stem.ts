import type { Locale } from '#contract/wire.ts'

/** Endings of cases, persons and numbers without diacritics; the longest that fits is taken. */
const endings = {
  sk: byLength(
    'ovia iami ami emi ymi imi eho emu iach ach och ych ich iam ovi om am em im ym ou ov ej ia ie iu a e i o u y ' +
      'ujeme ujete ujem ujes uje uju ovat ovali oval at ame ate aju as ala ali al it ime ite is ila ili ut eme ete es uli ul',
  ),
  en: byLength('ings ing ies ied ed es e s ly'),
}

/** What makes a noun or an adjective of a verb. */
const makers = {
  sk: byLength('ovan en an ov ut'),
  en: byLength('ation ment er al'),
}

/** Words that say nothing of what is asked. */
const idle = {
  sk: words(
    'a aj ako ale ani by byt ci co da do chcem ho ich je jeho k kde ked kedy ku ma mam mate mi moj moja moje mojho moju moze mozem na nam nas nie o od po potrebujem pre preco pri prosim s sa si so som su svoj svoje svoju ta tak ten tento to tu uz v vas vam ve vo z za zo ze',
  ),
  en: words(
    'a an and are as at be by can could do does for from have how i if in is it me my no not of on or our please the there this to want was we what when where which why will with would you your',
  ),
}

/** Shorter stems would be those of too many words. */
const shortest = { ending: 3, maker: 4 }

/**
 * The words of a text by which it is found: folded (lower case, without diacritics), without idle ones, reduced to
 * their stems by a light stemmer (case and person endings, then what derives nouns and adjectives from verbs).
 *
 * @param locale of the text, whose endings are taken off
 */
export function stemsOf(text: string, locale: Locale): string[] {
  return (
    fold(text)
      // „e-mail“, with whatever hyphen, is „email“.
      .replaceAll(/(?<=\b[a-z])[-\u2010\u2011](?=[a-z])/g, '')
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter(word => !idle[locale].has(word))
      .map(word => stem(word, locale)) ?? []
  )
}

function stem(word: string, locale: Locale): string {
  const bare = cut(word, endings[locale], shortest.ending)
  // „rodinn“ and „rodin“, “cancell” and “cancel”.
  return cut(bare, makers[locale], shortest.maker).replace(/(.)\1$/, '$1')
}

function cut(word: string, ends: readonly string[], least: number): string {
  const end = ends.find(each => word.endsWith(each) && word.length - each.length >= least)
  return end === undefined ? word : word.slice(0, -end.length)
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}

function byLength(text: string): readonly string[] {
  return text.split(' ').toSorted((one, other) => other.length - one.length)
}
