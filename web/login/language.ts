import { askedLanguage } from '#contract/identity/asked-language.ts'
import { parseSessionToken, sessionCookies } from '#contract/identity/session-token.ts'
import { isLocale, type Locale } from '#contract/languages.ts'
import { browserCookies } from '#web/lib/browser/cookies.ts'
import { readStored, storedLanguage, writeStored } from '#web/lib/browser/storage.ts'
import { writeLanguageCookie } from '#web/lib/locale/keep-language.ts'

/**
 * Language: that of the address; else the one used last in this browser (R2.28), else the session's reader's, since a
 * login on another host can't read the account area's storage. The server renders by the same rule, from cookies.
 */
export function chosenLanguage(): Locale {
  const asked = askedLanguage(location.search, location.origin)
  const language = asked ?? (readStored('language') === undefined ? ofReader() : storedLanguage())
  if (asked) writeStored('language', asked)
  if (language !== document.documentElement.lang || asked) writeLanguageCookie(language)
  return language
}

function ofReader(): Locale {
  const own = parseSessionToken(browserCookies.read(sessionCookies.payload) ?? '')?.loc
  return isLocale(own) ? own : storedLanguage()
}
