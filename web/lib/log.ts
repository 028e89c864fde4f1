/**
 * Notes a failure that the program has dealt with, for whoever looks at the browser's console.
 *
 * @param what where it happened; never anything that a reader typed
 */
export function logFailure(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console
  console.warn(what, error)
}
