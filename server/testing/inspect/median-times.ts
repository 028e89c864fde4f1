type Attempt = (round: number) => Promise<unknown>

/**
 * Benchmarks functions against each other: interleaved, so that other load slows all of them alike, and in turned order,
 * so that none always runs beside what the one before it left to do. The first round is a warm-up.
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
    const inOrder = [...attempts.entries()]
    for (const [index, attempt] of round % 2 === 0 ? inOrder : inOrder.toReversed()) {
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
