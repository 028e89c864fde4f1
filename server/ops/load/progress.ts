const pauseMs = 5000

/** Counts the rows of one file. */
export type CountRow = () => void

/**
 * Reports the progress of a load, at most once in five seconds.
 *
 * @param tell called with a line such as `readers.csv: 120000 rows, 850 a second`
 * @param now monotonic clock in milliseconds
 * @returns starts the count of a file
 */
export function openProgress(
  tell: (line: string) => void,
  now: () => number = () => performance.now(),
): (file: string) => CountRow {
  let toldAt = now()
  return file => {
    const begunAt = now()
    let rows = 0
    return () => {
      rows++
      const at = now()
      if (at - toldAt < pauseMs) return
      toldAt = at
      tell(`${file}: ${rows} rows, ${Math.round((rows * 1000) / (at - begunAt))} a second`)
    }
  }
}
