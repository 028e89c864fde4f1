/** What a page in the background waits, which is never painted, and one that does not arrive. */
const timeoutMs = 2000

let settle = () => {}
const painted = new Promise<void>(resolve => {
  settle = resolve
  setTimeout(resolve, timeoutMs)
})

/** Says that the page is in the document: it is painted with the next frame. */
export const noteArrival = (): void => void requestAnimationFrame(() => setTimeout(settle))

/**
 * Waits until the reader sees the page: what it does not need for that (`web/app/beginnings.ts`) comes after it, so that it
 * does not hold the first answer up on a slow line.
 *
 * @returns settled at once on every page but the first
 */
export const afterFirstPaint = (): Promise<void> => painted
