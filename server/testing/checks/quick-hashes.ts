// Set-up of every server test file: passwords are hashed at a small cost, since at the real one they take a tenth of the
// time of all tests. Files whose subject is that cost call `hashAtRealCost`.
import { beforeAll } from 'vitest'
import { hashingCost, strongCost } from '#server/modules/identity/passwords/hash-password.ts'

Object.assign(hashingCost, { memoryCost: 64, timeCost: 1 })

/** Hashes passwords in the calling file as the product does. */
export function hashAtRealCost(): void {
  beforeAll(() => void Object.assign(hashingCost, strongCost))
}
