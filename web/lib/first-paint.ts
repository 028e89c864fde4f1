/** What a browser that tells of no paints waits, and one whose page is in the background. */
const timeoutMs = 2000

/**
 * Waits until the reader sees something: what the page does not need for that comes after it, so that it does not hold
 * the first answer up on a slow line.
 *
 * @returns settled at once on every page but the first
 */
export const afterFirstPaint = (): Promise<void> => painted

const painted = new Promise<void>(resolve => {
  setTimeout(resolve, timeoutMs)
  new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true })
})
