import { hash } from 'node:crypto'
import { isSameSecret } from '#server/platform/secrets.ts'

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** `$P$` or `$H$`, the logarithm of 2^7 to 2^16 rounds, a salt of 8 characters and the digest: at most some 50 ms. */
export const phpassForm = /^\$[PH]\$[5-9A-E][./\dA-Za-z]{30}$/

/**
 * Verifies a password against a portable phpass hash (iterated MD5), as WordPress before 6.8 and phpBB 3 store it.
 *
 * @param kept a hash of `phpassForm`
 * @see https://www.openwall.com/articles/PHP-Users-Passwords
 */
export function verifyPhpass(kept: string, password: string): boolean {
  const rounds = 2 ** alphabet.indexOf(kept.charAt(3))
  const typed = Buffer.from(password)
  let digest = md5(Buffer.concat([Buffer.from(kept.slice(4, 12)), typed]))
  const input = Buffer.concat([digest, typed])
  for (let round = 0; round < rounds; round++) {
    digest.copy(input)
    digest = md5(input)
  }
  return isSameSecret(encode(digest), kept.slice(12))
}

const md5 = (bytes: Buffer): Buffer => hash('md5', bytes, 'buffer')

/** Base64 variant of phpass: three bytes, the lowest first, are four characters. */
function encode(bytes: Buffer): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const part = bytes.subarray(at, at + 3)
    const value = part.readUIntLE(0, part.length)
    for (let digit = 0; digit <= part.length; digit++) text += alphabet.charAt((value >> (6 * digit)) & 63)
  }
  return text
}
