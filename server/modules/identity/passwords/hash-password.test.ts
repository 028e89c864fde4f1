import { parseOptions } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { hashAtRealCost } from '#server/testing/checks/quick-hashes.ts'
import { hashingCost, hashOfNobody, hashPassword, verifyPassword } from './hash-password.ts'

hashAtRealCost()

test('a stored password is an Argon2id hash of 19 MiB and two passes, and verifies', async () => {
  const kept = await hashPassword('Heslo-1234')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(kept).not.toBe(await hashPassword('Heslo-1234'))
  expect(await verifyPassword(kept, 'Heslo-1234')).toBe(true)
  expect(await verifyPassword(kept, 'heslo-1234')).toBe(false)
})

test('timing attack: a reader without a password gets in with none, at the cost of a real check', async () => {
  expect(await verifyPassword(null, 'Heslo-1234')).toBe(false)
  expect(parseOptions(hashOfNobody)).toMatchObject(hashingCost)
})
