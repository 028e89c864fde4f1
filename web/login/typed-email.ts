import { useState } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/cookies.ts'

const key = 'profil_login_email'

/**
 * The e-mail being typed, or the one of a refused provider sign-in. Kept in this tab over a reload, other steps
 * and Back.
 */
export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const [email, setEmail] = useState(() => takeHint() ?? readKept())
  return [
    email,
    value => {
      setEmail(value)
      keep(value)
    },
  ]
}

/** Removes it after use. */
export function forgetTypedEmail(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    return
  }
}

function takeHint(): string | undefined {
  const hint = browserCookies.read(emailHintCookie)
  if (hint === undefined) return undefined
  browserCookies.write(emailHintCookie, '', { domain: '', maxAgeSeconds: 0 })
  try {
    const email = decodeURIComponent(hint)
    keep(email)
    return email
  } catch {
    // Not written by our server.
    return undefined
  }
}

function readKept(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    // Storage is not available.
    return ''
  }
}

function keep(value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    return
  }
}
