import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** A random text of the URL-safe alphabet with at least `bits` of entropy. */
export const randomToken = (bits: number): string => randomBytes(Math.ceil(bits / 8)).toString('base64url')

/** How a secret is kept at rest: who reads the table cannot use it. */
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

/** Whether two texts are the same; how long it takes tells nothing of where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
