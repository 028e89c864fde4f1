import { type Locale, languageCookie } from '#contract/languages.ts'
import { browserCookies } from '../browser/cookies.ts'
import { writeStored } from '../browser/storage.ts'

const maxAgeSeconds = 365 * 24 * 60 * 60

/** Keeps a language for the next visits of this browser (R2.28). */
export function keepLanguage(language: Locale): void {
  writeStored('language', language)
  writeLanguageCookie(language)
}

/** Tells a language to what begins before the program. */
export const writeLanguageCookie = (language: Locale): void =>
  browserCookies.write(languageCookie, language, { domain: '', maxAgeSeconds })
