/** What works and waits for its page to be left: for a gateway, another provider, the login. */
const busy = '[data-busy]'

/**
 * Watches for the browser's Back to a page that it has kept as it was left (R13.18): where its reader has gone, or a button
 * still works, the page is loaded anew.
 *
 * @param isOther whether somebody else, or nobody, is signed in now
 * @param refresh reads again what the page shows
 */
export function watchRestored(isOther: () => boolean, refresh: () => void): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const other = isOther()
    // Nothing of the former reader is seen while the page is loaded.
    if (other) document.documentElement.hidden = true
    if (other || document.querySelector(busy)) location.reload()
    else refresh()
  })
}
