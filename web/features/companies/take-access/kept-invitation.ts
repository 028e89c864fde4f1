const key = 'profil_invitation'
/** As long as the link that activates a new account works. */
const keptMs = 48 * 3_600_000

/**
 * Keeps the invitation of somebody who goes to open an account: its activation comes by mail and knows nothing of the
 * invitation, so the way back to it is kept in this browser.
 *
 * @param code of the invitation; empty forgets it
 */
export function keepInvitation(code: string, nowMs = Date.now()): void {
  try {
    if (code === '') localStorage.removeItem(key)
    else localStorage.setItem(key, `${nowMs + keptMs} ${code}`)
  } catch {
    return
  }
}

/** The kept invitation's code; undefined when there is none, or it was kept long ago. */
export function keptInvitation(nowMs = Date.now()): string | undefined {
  try {
    const [until = '', code = ''] = (localStorage.getItem(key) ?? '').split(' ')
    return Number(until) > nowMs && /^[\w-]{1,200}$/.test(code) ? code : undefined
  } catch {
    // The browser keeps nothing for us.
    return undefined
  }
}
