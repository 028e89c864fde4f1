/**
 * A name whose abbreviations never break over two lines: „s. r. o.“, „a. s.“, initials.
 *
 * @param name a name as it was typed, with ordinary spaces
 */
export const keepAbbreviations = (name: string): string =>
  name.replaceAll(/(?<=(?<!\p{L})\p{L}\.) (?=\p{L}\.)/gu, '\u00a0')
