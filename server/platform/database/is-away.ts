/**
 * Transient SQLSTATEs, worth a retry: connections (class 08), resources such as a full disk (53), an operator's
 * or a time limit's end of a statement (57), read only after a failover, a transaction ended for being idle.
 */
const sqlStates = /^(?:08|53|57)\w{3}$|^25006$|^25P03$/

/** Node's codes of network errors. */
const networkFaults = /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|ENOTFOUND|EAI_AGAIN)$/

/** Errors of pg and its pool that have no code. */
const sentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/

/**
 * Whether an error is transient: the database, or something else over the network, cannot be reached now, and a
 * retry may succeed.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (sqlStates.test(code) || networkFaults.test(code) || sentences.test(error.message)) return true
  return isAway(error.cause)
}
