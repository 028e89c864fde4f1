type FailureListener = (what: string, error: unknown) => void

let listener: FailureListener | undefined
/** Failures before the listener was set. */
const early: Parameters<FailureListener>[] = []
const mostEarly = 10

/** Logs a handled failure to the browser's console. @param what where it happened; never personal data */
export function logFailure(what: string, error: unknown): void {
  if (listener) listener(what, error)
  else if (early.length < mostEarly) early.push([what, error])
  // oxlint-disable-next-line no-console
  console.warn(what, error)
}

/** Sets the listener for failures, also for earlier ones. */
export function onFailure(told: FailureListener): void {
  listener = told
  for (const [what, error] of early.splice(0)) told(what, error)
}
