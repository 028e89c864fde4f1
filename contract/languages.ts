/** Languages of the product, Slovak first (R9.01). */
export const locales = ['sk', 'en'] as const
export type Locale = (typeof locales)[number]

/**
 * Cookie with the language used last in this browser, for what is made before the program can read its storage: a page that
 * the server renders, and the first calls of a document. Both are made again where it is wrong.
 */
export const languageCookie = 'profil_language'

/** Whether a text of somebody else names one of our languages. */
export const isLocale = (text: unknown): text is Locale => locales.some(locale => locale === text)
