import type { Locale } from '#contract/wire.ts'

/**
 * Digits of a whole number in thousands, as the language writes them: `12 500`, `12,500`.
 *
 * @param digits with a minus before them, if need be
 */
export const groupDigits = (digits: string, locale: Locale): string =>
  digits.replaceAll(/\B(?=(?:\d{3})+$)/g, locale === 'sk' ? '\u00a0' : ',')
