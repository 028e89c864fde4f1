import type { Limit, LimitLine } from './limit.ts'
import { limitsOfSigningIn } from './limits-of-signing-in.ts'
import { limitsOfUse } from './limits-of-use.ts'

/** Every rate limit of the product. */
export const limits = named({ ...limitsOfSigningIn, ...limitsOfUse })

/** Limits of concurrency; more is refused with 503 and Retry-After, but of unfinished bodies the oldest is cut off. */
export const capacities = {
  passwordHashes: { what: 'passwords that are hashed', atOnce: 2, waiting: 64, retryAfterS: 2 },
  documents: { what: 'PDFs that are drawn', atOnce: 1, waiting: 32, retryAfterS: 5 },
  operations: { what: 'operations of /ops/v1', atOnce: 3, waiting: 60, retryAfterS: 5 },
  // More would use up file handles that other calls need.
  streams: {
    what: 'browsers that listen for flags',
    atOnce: 5000,
    ofOneAddress: 500,
    retryAfterS: 60,
  },
  bodyBytes: {
    what: 'bytes of request bodies above 1 kB, from their beginning to their answer',
    atOnce: 20_000_000,
    ofOneAddress: 12_000_000,
    retryAfterS: 5,
  },
  // Some 20 kB each.
  unfinishedBodies: { what: 'requests whose body has not arrived whole', atOnce: 2000 },
} as const

function named<Name extends string>(lines: Record<Name, LimitLine>): Record<Name, Limit> {
  const limits = Object.entries<LimitLine>(lines)
  // The names are those of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(
    limits.map(([name, limit]) => [name, { name, counts: 'all', ...limit }]),
  ) as Record<Name, Limit>
}
