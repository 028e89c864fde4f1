import { hash, verify } from '@node-rs/argon2'
import { createBoundedQueue } from '#server/platform/bounded-queue.ts'
import { capacities } from '#server/platform/limits.ts'
import { gauge, reportFamilies } from '#server/platform/metrics.ts'

/** OWASP's smallest Argon2id setting that is still called strong: 19 MiB, two passes, one lane. */
export const hashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Hash of a random password that nobody knows, made at the same cost: it takes as long to check as a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$TOdPyKrPbJh52msw1yLZWQ$lULBSvo2832yQ1g91O0MtmptMUmFpVxhieXJ58/VPQw'

/** Two hashes at once keep the memory below 40 MiB; 64 waiting are served within about two seconds. */
const queue = createBoundedQueue(capacities.passwordHashes)

reportFamilies('hashing', () => {
  const { running, waiting } = queue.load()
  const samples = [
    { labels: { state: 'running' }, value: running },
    { labels: { state: 'waiting' }, value: waiting },
  ]
  return [gauge('profil_password_hashing', 'Passwords being hashed.', samples)]
})

/**
 * Hashes a password for keeping (Argon2id).
 *
 * @returns the encoded hash with its salt and cost
 * @throws AppError `service_unavailable` when too many are waiting
 */
export const hashPassword = (password: string): Promise<string> => queue(() => hash(password, hashingCost))

/**
 * Checks a password. Without a hash (no such reader, or one without a password) the same work is done, so that
 * the time of the answer tells nothing.
 *
 * @param passwordHash the kept hash, null when there is none
 * @throws AppError `service_unavailable` when too many are waiting
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await queue(() => verify(passwordHash ?? hashOfNobody, password))
  return matches && passwordHash !== null
}
