const { MONEY_RUNS: fresh } = process.env

/**
 * How many random histories a test tries: the same ones each time, so that nobody's change is held up by a fault that was
 * there before; as many new ones as asked (decision 064).
 */
export const runs = fresh === undefined ? { numRuns: 6, seed: 2027 } : { numRuns: Number(fresh) }

/** A failure is a fault, however seldom: it is never repeated with other histories. */
export const once = { retry: 0, timeout: 3_600_000 }
