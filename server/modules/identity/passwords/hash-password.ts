import { hash } from '@node-rs/argon2'
import { createBoundedQueue } from '#server/platform/database/bounded-queue.ts'
import { capacities } from '#server/platform/limits/limits.ts'
import { gauge, reportFamilies } from '#server/platform/telemetry/metrics.ts'
import { verifyKnown } from './known-hashes.ts'

/** OWASP's smallest Argon2id setting that is still called strong: 19 MiB, two passes, one lane. */
export const strongCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The cost at which this process hashes. */
export const hashingCost = { ...strongCost }

/** Whether a hash is ours, at the present cost. */
export const isOurs = (passwordHash: string): boolean =>
  passwordHash.startsWith(
    `$argon2id$v=19$m=${hashingCost.memoryCost},t=${hashingCost.timeCost},p=${hashingCost.parallelism}$`,
  )

/** Decoy: hash of a random password at the same cost, so that it takes as long to verify as a real one. */
export const hashOfNobody =
  '$argon2id$v=19$m=19456,t=2,p=1$TOdPyKrPbJh52msw1yLZWQ$lULBSvo2832yQ1g91O0MtmptMUmFpVxhieXJ58/VPQw'

/** Bounded queue: two hashes at once keep the memory below 40 MiB; 64 waiting take about two seconds. */
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
 * Hashes a password for storing (Argon2id).
 *
 * @returns the encoded hash with its salt and cost
 * @throws AppError `service_unavailable` when too many are waiting
 */
export const hashPassword = (password: string): Promise<string> => queue(() => hash(password, hashingCost))

/**
 * Verifies a password. Without a hash (no such reader, or one without a password) a decoy is verified, against timing
 * attacks.
 *
 * @param passwordHash the stored hash, null when there is none
 * @param decoy hash that is verified then
 * @throws AppError `service_unavailable` when too many are waiting
 */
export async function verifyPassword(
  passwordHash: string | null,
  password: string,
  decoy = hashOfNobody,
): Promise<boolean> {
  const matches = await queue(() => verifyKnown(passwordHash ?? decoy, password))
  return matches && passwordHash !== null
}
