import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random text of the URL-safe alphabet with at least `bits` of entropy. */
export const randomToken = (bits: number): string => randomBytes(Math.ceil(bits / 8)).toString('base64url')

/** Hash of a secret at rest: reading the table does not reveal it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/**
 * A keyed digest.
 *
 * @param secret the application's secret
 * @param purpose keeps digests of different uses apart
 * @param text what is digested
 */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')

/** Constant-time comparison of two secrets. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
