import { hashingCost, hashPassword } from '#server/modules/identity/passwords/hash-password.ts'
import { users } from '#server/modules/identity/tables.ts'
import { onlyRow } from '#server/platform/database/only-row.ts'
import type { Deps } from '#server/platform/deps.ts'
import { testPassword } from '../setup/test-browser.ts'

type NewReader = Partial<typeof users.$inferInsert>

let made = 0
/** Hashes of the password by their cost. */
const hashed = new Map<number, Promise<string>>()

/**
 * Puts a reader into the database: confirmed, Slovak, with `testPassword`, unless told otherwise.
 *
 * @param given columns that matter to the test
 */
export async function makeReader({ db, clock }: Pick<Deps, 'db' | 'clock'>, given: NewReader = {}) {
  const passwordHash = hashed.getOrInsertComputed(hashingCost.memoryCost, () => hashPassword(testPassword))
  const now = clock.now()
  const reader = onlyRow(
    await db
      .insert(users)
      .values({
        email: `reader-${process.pid}-${made++}@dennik.example`,
        confirmedAt: now,
        passwordHash: await passwordHash,
        locale: 'sk',
        registeredAt: now,
        registeredVia: 'web',
        ...given,
      })
      .returning(),
  )
  return reader
}
