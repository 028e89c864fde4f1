declare global {
  interface Window {
    /** Set by the script of a rendered document. */
    profilRendered?: {
      /** Lets presses through, and gives back the last one that came too early. */
      release: () => void
    }
  }
}

/**
 * The script at the end of a rendered document: loads the program after the first paint, or 3 seconds, and keeps a press
 * that comes before it. It is inlined by the build, so it imports nothing.
 *
 * @param scripts addresses, each evaluated in a task of its own: in one, it would hold up whoever types or scrolls
 */
export function beginAfterPaint(scripts: readonly string[]): void {
  let early: HTMLElement | undefined
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    document.querySelector('style[media]')?.removeAttribute('media')
    for (const src of scripts) {
      const onerror = () => {
        begun = false
      }
      const as = { type: 'module', crossOrigin: '', src, onerror }
      document.head.append(Object.assign(document.createElement('script'), as))
    }
  }
  const hold = (event: MouseEvent) => {
    const held = location.search ? 'button, main a' : 'button'
    const pressed = event.target instanceof Element && event.target.closest<HTMLElement>(held)
    if (!pressed) return
    event.preventDefault()
    early = pressed
    begin()
  }
  const release = () => {
    removeEventListener('click', hold, true)
    const pressed = early
    early = undefined
    setTimeout(() => pressed?.click())
  }
  window.profilRendered = { release }
  // Without content there is no paint to wait for.
  if (!document.getElementById('root')?.firstElementChild) begin()
  else {
    addEventListener('click', hold, true)
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) begin()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(begin, 3000)
  }
}
