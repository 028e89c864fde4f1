/**
 * Text in the characters that every bank of SEPA takes (EPC217-08; Payment Link Standard 2.0, annex A): without
 * diacritics, others as spaces.
 *
 * @param longest in characters
 * @returns `NOTPROVIDED` where nothing is left
 */
export const sepaText = (text: string, longest: number): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9/?:().,'+ -]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trim() || 'NOTPROVIDED'
