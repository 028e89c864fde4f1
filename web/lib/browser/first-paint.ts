/** What is never painted after all waits so long, in milliseconds: a page in the background, or a browser that does not tell. */
const timeoutMs = 2000

let settle = () => {}
const painted = new Promise<void>(resolve => {
  settle = resolve
})

/** Says that the page is in the document: the browser's first paint at the latest shows it. */
export function noteArrival(): void {
  const watch = () =>
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) settle()
    }).observe({ type: 'paint', buffered: true })
  requestAnimationFrame(() => setTimeout(watch))
  setTimeout(settle, timeoutMs)
}

/**
 * Waits until the reader sees the page: what it does not need for that (`web/app/beginnings.ts`) comes after it, so that it
 * does not hold the first answer up on a slow line.
 *
 * @returns settled at once on every page but the first
 */
export const afterFirstPaint = (): Promise<void> => painted
