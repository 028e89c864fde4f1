import { isLocale, type Locale } from '#contract/languages.ts'

/** Keys of the browser's local storage (R3.12), and of the marketing consent. */
export const storageKeys = {
  language: 'profil_language',
  nicknameChange: 'profil_forum_nickname_change',
  blogChange: 'profil_forum_blog_change',
  /** Notices put off. */
  noticesLater: 'profil_notices_later',
  passkeyOffer: 'profil_passkey_offer',
  storeCountry: 'profil_store_country',
  consent: 'profil_consent',
} as const

type StorageName = keyof typeof storageKeys
type Store = Pick<Storage, 'getItem' | 'setItem'> & Partial<Pick<Storage, 'removeItem'>>

/** Reads a stored value; undefined without one, or without storage. */
export const readStored = (name: StorageName, storage?: Store): string | undefined =>
  readText(storageKeys[name], () => storage ?? localStorage)

/** Stores a value. */
export const writeStored = (name: StorageName, value: string, storage?: Store): void =>
  writeText(storageKeys[name], value, () => storage ?? localStorage)

/** Reads a text kept in this tab, or elsewhere; undefined without one, or without storage. */
export function readText(key: string, of: () => Store = () => sessionStorage): string | undefined {
  try {
    return of().getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps a text in this tab, or elsewhere; an empty one is removed. Failures (private window, quota) are ignored. */
export function writeText(key: string, text: string, of: () => Store = () => sessionStorage): void {
  try {
    if (text === '') of().removeItem?.(key)
    else of().setItem(key, text)
  } catch {
    return
  }
}

/** A text as JSON; undefined when it is none. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The language used last in this browser; Slovak when there is none (R8.02, R9.01). */
export function storedLanguage(storage?: Store): Locale {
  const stored = readStored('language', storage)
  return isLocale(stored) ? stored : 'sk'
}
