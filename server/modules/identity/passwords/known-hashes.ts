import { createHmac } from 'node:crypto'
import { verify as verifyArgon2 } from '@node-rs/argon2'
import { phpassForm, verifyPhpass } from './phpass.ts'

/** Most that a hash of others may cost: 128 MiB and ten passes, some 0.3 s of bcrypt. More would block others. */
const mostArgon2 = { memoryCost: 131_072, timeCost: 10, parallelism: 8 }
const argon2Form = /^\$argon2(?:id|i|d)\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[A-Za-z\d+/]{11,}\$[A-Za-z\d+/]{16,}$/
const bcryptForm = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$[./A-Za-z\d]{53}$/
/** WordPress from 6.8 on: bcrypt of a digest of the password. */
const wordPressPrefix = '$wp'

/** Whether a hash has a supported form, at an acceptable cost. */
export function isKnownHash(hash: string): boolean {
  const [, memory = 0, passes = 0, lanes = 0] = argon2Form.exec(hash)?.map(Number) ?? []
  if (memory > 0) {
    const { memoryCost, timeCost, parallelism } = mostArgon2
    return memory <= memoryCost && passes <= timeCost && lanes <= parallelism
  }
  return phpassForm.test(hash) || bcryptForm.test(bcryptOf(hash))
}

/**
 * Verifies a password against a hash of any supported form: ours, or a former system's.
 *
 * @param hash one that `isKnownHash` knows
 */
export async function verifyKnown(hash: string, password: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password)
  if (phpassForm.test(hash)) return verifyPhpass(hash, password)
  // Loaded lazily: only where a reader has such a hash.
  const { compare } = await import('bcrypt')
  const typed = hash.startsWith(wordPressPrefix) ? wordPressDigest(password) : password
  // PHP's prefix 2y is the same as 2b elsewhere.
  return compare(typed, bcryptOf(hash).replace(/^\$2y/, '$2b'))
}

const bcryptOf = (hash: string): string =>
  hash.startsWith(wordPressPrefix) ? hash.slice(wordPressPrefix.length) : hash

const wordPressDigest = (password: string): string =>
  createHmac('sha384', 'wp-sha384').update(password.trim()).digest('base64')
