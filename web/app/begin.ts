/** What a document tells the script in its head. */
export type Begun = {
  /** Origin of the central login. */
  login: string
  config: string
  /** Addresses of the route's first reads. */
  read: readonly string[]
  /** Files of texts by language, of which one language is preloaded. */
  texts: Record<string, string[]>
  /** Style sheets whose rules are in the document. */
  styles: readonly string[]
}

declare global {
  interface Window {
    /** What the document began before the program arrived. */
    profilStart?: {
      config: Promise<Response>
      /** The renewal of a remembered reader's session. */
      renewal?: Promise<Response> | undefined
      /** Reads by address, each with its language. */
      calls: Record<string, { language: string; answer: Promise<Response> }>
    }
  }
}

/**
 * The script in the head of the account area's documents: begins what depends on this browser's language and cookies,
 * while the program is on its way. It is inlined by the build, so it imports nothing. When the program cannot be loaded,
 * it offers a reload.
 */
export function begin({ login, config, read, texts, styles }: Begun): void {
  // Cookies are another process's to read, milliseconds of a phone: once.
  const readCookies = () =>
    new Map(
      document.cookie.split('; ').map(each => {
        const [name = '', value = ''] = each.split(/=(.*)/)
        return [name, value]
      }),
    )
  const claimsIn = (
    cookies: ReturnType<typeof readCookies>,
  ): { sub?: string; exp?: number; loc?: string } => {
    try {
      const payload = (cookies.get('ppp') ?? '').split('.')[1] ?? ''
      return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    } catch {
      return {}
    }
  }
  /** The fresh token's, else the one used last: from its cookie, since storage takes a phone milliseconds to open. */
  let language = ''
  const ask = (address: string, init: RequestInit): Promise<Response> => {
    const headers = { accept: 'application/json', 'accept-language': language }
    // As long as any other call takes (R9.06): the program waits for these, a renewal even with all other tabs.
    const signal = AbortSignal.timeout(30_000)
    const answer = fetch(address, { credentials: 'include', headers, signal, ...init })
    // A failure is told by whoever takes the answer.
    answer.catch(() => {})
    return answer
  }

  // Cookies and calls take a phone milliseconds, and the browser reads the document on first: they are a task of their own,
  // which is a message to ourselves, since timers of a tab in the background come late. All calls leave together, so that
  // none is left to wait for the connection over which the program comes.
  const { port1, port2 } = new MessageChannel()
  const start: NonNullable<typeof window.profilStart> = {
    config: new Promise(resolve => {
      port1.addEventListener('message', () => {
        // The program, which awaits it first, goes on after this task, and so finds all calls begun.
        resolve(fetch(config))
        port1.close()
        beginCalls()
        // A browser's first date takes a phone 30 ms, whatever its language: it is made while the program is on its way.
        setTimeout(() => new Intl.DateTimeFormat())
      })
    }),
    calls: {},
  }
  port1.start()
  port2.postMessage(0)
  // It may fail before anybody waits for it; whoever then does is told.
  start.config.catch(() => {})
  window.profilStart = start
  /** @returns the reader whose session is to be renewed */
  const readFirst = () => {
    const cookies = readCookies()
    const userId = /^[1-9]\d{0,9}$/.exec(cookies.get('ppi') ?? '')?.[0] ?? ''
    const { sub, exp = 0, loc } = claimsIn(cookies)
    const isFresh = sub === userId && exp * 1000 > Date.now() + Number(cookies.get('pptd') ?? 0)
    const kept = cookies.get('profil_language') ?? ''
    language = (isFresh && loc) || language || (Object.hasOwn(texts, kept) ? kept : 'sk')
    for (const path of read) {
      const address = login + path.replace(':userId', userId).replace(':language', language)
      if (isFresh || !path.includes(':userId'))
        start.calls[address] ??= { language, answer: ask(address, {}) }
    }
    return isFresh ? '' : userId
  }
  const beginCalls = () => {
    if (readFirst()) {
      // Its cookies are to arrive even if the page is left meanwhile (decision 003).
      start.renewal = ask(`${login}/refresh-token`, { method: 'POST', keepalive: true })
      start.renewal.then(readFirst, () => {})
    }
    const link = (href: string, as: Partial<HTMLLinkElement>) =>
      document.head.append(Object.assign(document.createElement('link'), as, { href }))
    for (const href of texts[language] ?? []) link(href, { rel: 'modulepreload' })
    // Off, so that no chunk which needs them fetches them. (In the document itself browsers fetch such links ahead.)
    for (const href of styles) link(href, { rel: 'stylesheet', disabled: true })
  }

  const onError = ({ target }: Event) => {
    const root = document.getElementById('root')
    if (!(target instanceof HTMLScriptElement) || target.type !== 'module' || !root || root.firstChild) return
    const again = document.createElement('a')
    again.href = location.href
    again.textContent =
      language === 'en'
        ? 'The page could not be loaded. Load it again'
        : 'Stránku sa nepodarilo načítať. Načítať znova'
    root.append(again)
  }
  addEventListener('error', onError, true)
}
