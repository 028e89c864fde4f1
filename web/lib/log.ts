type FailureListener = (what: string, error: unknown) => void

let listener: FailureListener | undefined
/** What failed before there was somebody to tell. */
const early: Parameters<FailureListener>[] = []
const mostEarly = 10

/**
 * Notes a failure that the program has dealt with, for whoever looks at the browser's console.
 *
 * @param what where it happened; never anything that a reader typed
 */
export function logFailure(what: string, error: unknown): void {
  if (listener) listener(what, error)
  else if (early.length < mostEarly) early.push([what, error])
  // oxlint-disable-next-line no-console
  console.warn(what, error)
}

/** Names who is told of failures, from the first one on. */
export function onFailure(told: FailureListener): void {
  listener = told
  for (const [what, error] of early.splice(0)) told(what, error)
}
