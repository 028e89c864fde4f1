/** Languages of the product, Slovak first (R9.01). */
export const locales = ['sk', 'en'] as const
export type Locale = (typeof locales)[number]

/** Whether a text of somebody else names one of our languages. */
export const isLocale = (text: unknown): text is Locale => locales.some(locale => locale === text)
