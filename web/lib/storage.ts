import { Locale } from '#contract/wire.ts'

/** Keys of the browser's local storage (R3.12), and of the marketing consent. */
export const storageKeys = {
  language: 'profil_language',
  nicknameChange: 'profil_forum_nickname_change',
  blogChange: 'profil_forum_blog_change',
  storeCountry: 'profil_store_country',
  consent: 'profil_consent',
} as const

type StorageName = keyof typeof storageKeys
type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Reads a stored value; undefined without one, or without storage. */
export function readStored(name: StorageName, storage?: Store): string | undefined {
  try {
    return (storage ?? localStorage).getItem(storageKeys[name]) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a value; failures (private window, quota) are ignored. */
export function writeStored(name: StorageName, value: string, storage?: Store): void {
  try {
    ;(storage ?? localStorage).setItem(storageKeys[name], value)
  } catch {
    return
  }
}

/** The language used last in this browser; Slovak when there is none (R8.02, R9.01). */
export function storedLanguage(storage?: Store): Locale {
  const parsed = Locale.safeParse(readStored('language', storage))
  return parsed.success ? parsed.data : 'sk'
}
