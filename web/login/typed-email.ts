import { useState, useSyncExternalStore } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/browser/cookies.ts'
import { readText, writeText } from '#web/lib/browser/storage.ts'

const key = 'profil_login_email'

/**
 * The e-mail being typed, or the one of a refused provider sign-in. Kept in this tab over a reload, other steps
 * and Back.
 * A rendered document has none yet.
 */
export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const kept = useSyncExternalStore(
    () => () => {},
    keptEmail,
    () => '',
  )
  const [typed, setTyped] = useState<string>()
  return [
    typed ?? kept,
    value => {
      setTyped(value)
      writeText(key, value)
    },
  ]
}

/** As this document found it: the hint is gone once it was read, and there may be no storage. */
let found: string | undefined

function keptEmail(): string {
  // Typed before a sign-in by a provider, which does not come by here to forget it.
  if (found === undefined && location.search.startsWith('?signed_out')) forgetTypedEmail()
  found ??= takeHint() ?? readText(key) ?? ''
  return found
}

/** Removes it after use. */
export const forgetTypedEmail = (): void => writeText(key, '')

function takeHint(): string | undefined {
  const hint = browserCookies.read(emailHintCookie)
  if (hint === undefined) return undefined
  browserCookies.write(emailHintCookie, '', { domain: '', maxAgeSeconds: 0 })
  try {
    const email = decodeURIComponent(hint)
    writeText(key, email)
    return email
  } catch {
    // Not written by our server.
    return undefined
  }
}
