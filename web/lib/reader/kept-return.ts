const key = 'profil_return'
/** As long as the link that activates a new account works. */
const keptMs = 48 * 3_600_000

/** Pages whose address is a secret: it is kept in this browser only and written into no mail. */
const secretPage = /^\/login\/(?:invitation|gift)\/[\w-]{1,200}$/

/**
 * Keeps the way back to an invitation or a gift for somebody who goes to open an account: its activation comes by mail
 * and knows nothing of them.
 *
 * @param path of the page; empty forgets it
 */
export function keepReturn(path: string, nowMs = Date.now()): void {
  try {
    if (path === '') localStorage.removeItem(key)
    else localStorage.setItem(key, `${nowMs + keptMs} ${path}`)
  } catch {
    return
  }
}

/** The kept path; undefined when there is none, or it was kept long ago. */
export function keptReturn(nowMs = Date.now()): string | undefined {
  try {
    const [until = '', path = ''] = (localStorage.getItem(key) ?? '').split(' ')
    return Number(until) > nowMs && secretPage.test(path) ? path : undefined
  } catch {
    // The browser keeps nothing for us.
    return undefined
  }
}
