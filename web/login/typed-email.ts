import { useState } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/cookies.ts'

const key = 'profil_login_email'

/**
 * The e-mail that is being typed, or the one that another account was refused with. It is kept for this tab, so that a reload, another step or the browser's back
 * button don't lose it.
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

/** Forgets it once it has served its purpose. */
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
    // The browser keeps nothing for us.
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
