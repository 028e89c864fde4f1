import { useMemo, useState } from 'react'
import { emailHintCookie } from '#contract/identity/providers.ts'
import { browserCookies } from '#web/lib/cookies.ts'
import { useIsTakenOver } from '#web/lib/reader/login-context.ts'
import { readText, writeText } from '#web/lib/storage.ts'

const key = 'profil_login_email'

/**
 * The e-mail being typed, or the one of a refused provider sign-in. Kept in this tab over a reload, other steps
 * and Back.
 * A rendered document has none yet.
 */
export function useTypedEmail(): [email: string, setEmail: (email: string) => void] {
  const isTakenOver = useIsTakenOver()
  const kept = useMemo(() => (isTakenOver ? keptEmail() : ''), [isTakenOver])
  const [typed, setTyped] = useState<string>()
  return [
    typed ?? kept,
    value => {
      setTyped(value)
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
