import { useState } from 'react'

const key = 'profil_login_email'

/**
 * The e-mail that is being typed. It is kept for this tab, so that a reload, another step or the browser's back
 * button don't lose it.
 */
export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const [email, setEmail] = useState(readKept)
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
