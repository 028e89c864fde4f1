import { useState } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { readText, writeText } from '#web/lib/storage.ts'

const key = 'profil_login_email'

/**
 * The e-mail being typed, or the one of a refused provider sign-in. Kept in this tab over a reload, other steps
 * and Back.
 */
export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const [email, setEmail] = useState(() => takeHint() ?? readText(key) ?? '')
  return [
    email,
    value => {
      setEmail(value)
      writeText(key, value)
    },
  ]
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
