type Attempt = (round: number) => Promise<unknown>

/**
 * Compares how long different things take: they are run in turns, so that whatever else the machine does slows all of
 * them alike. The first round warms up and does not count.
 *
 * @param rounds how often each is run
 * @returns the median of each, in milliseconds
 */
export async function medianTimes<const A extends readonly Attempt[]>(
  rounds: number,
  attempts: A,
): Promise<{ [K in keyof A]: number }> {
  const times = attempts.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [index, attempt] of attempts.entries()) {
      const start = performance.now()
      await attempt(round)
      if (round > 0) times[index]?.push(performance.now() - start)
    }
  }
  // One median for each attempt, in their order.
  return times.map(median) as { [K in keyof A]: number }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
