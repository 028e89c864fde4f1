const firstMs = 2000
const longestMs = 30_000

/** Polling interval in milliseconds of what ends in seconds mostly: longer from one answer to the next, half a minute at most. */
export const backoffMs = (answers: number): number => Math.min(firstMs * 1.5 ** answers, longestMs)
