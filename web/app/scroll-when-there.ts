/** How long a section that is still loading is waited for. */
const timeoutMs = 8000

/** Scrolls to the section that a hash names, as soon as it is on the page. @param stopped aborted when it is not to be scrolled any more */
export function scrollWhenThere(hash: string, stopped: AbortSignal): void {
  if (scrollTo(hash)) return
  const observer = new MutationObserver(() => scrollTo(hash) && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), timeoutMs)
  stopped.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
}

function scrollTo(hash: string): boolean {
  const target = document.getElementById(idOf(hash))
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  target?.scrollIntoView({ behavior: calm ? 'instant' : 'smooth' })
  return target !== null
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
