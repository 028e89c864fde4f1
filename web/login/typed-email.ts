import { useEffect, useState } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { readText, writeText } from '#web/lib/storage.ts'

const key = 'profil_login_email'

/**
 * The e-mail being typed, or the one of a refused provider sign-in. Kept in this tab over a reload, other steps
 * and Back.
 *
 * @param isRendered the document was rendered without it, so it comes once that is taken over
 */
export function useTypedEmail(isRendered: boolean): [email: string, setEmail: (email: string) => void] {
  const [email, setEmail] = useState(isRendered ? '' : keptEmail)
  useEffect(() => {
    if (isRendered) setEmail(typed => typed || keptEmail())
  }, [isRendered])
  return [
    email,
    value => {
      setEmail(value)
      writeText(key, value)
    },
  ]
}

const keptEmail = (): string => takeHint() ?? readText(key) ?? ''

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
