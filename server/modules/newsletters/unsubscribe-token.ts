import type { Deps } from '#server/platform/deps.ts'
import { isSameSecret, keyedHash } from '#server/platform/secrets.ts'

/** A mailbox and the newsletters that one mail of them is about. */
export type UnsubscribeTarget = { recipientId: number; newsletterIds: readonly number[] }

type Secret = Pick<Deps['settings'], 'appSecret'>

/**
 * The token in the links of newsletter mails. It never expires, since an old mail must work to sign off as well as a
 * new one, and it contains no personal data.
 */
function makeUnsubscribeToken(settings: Secret, target: UnsubscribeTarget): string {
  const body = `${target.recipientId.toString(36)}.${target.newsletterIds.map(id => id.toString(36)).join('-')}`
  return `${body}.${sign(settings, body)}`
}

/** Unsubscribe link of a newsletter mail, for its footer and its headers. */
export const unsubscribeLink = (
  settings: Pick<Deps['settings'], 'appSecret' | 'origins'>,
  target: UnsubscribeTarget,
): string => `${settings.origins.account}/unsubscribe/${makeUnsubscribeToken(settings, target)}`

/** @returns undefined when the token is invalid */
export function readUnsubscribeToken(settings: Secret, token: string): UnsubscribeTarget | undefined {
  const [recipient = '', ids = '', signature = '', ...rest] = token.split('.')
  const expected = sign(settings, `${recipient}.${ids}`)
  if (rest.length > 0 || !isSameSecret(signature, expected)) return undefined
  return {
    recipientId: Number.parseInt(recipient, 36),
    newsletterIds: ids.split('-').map(id => Number.parseInt(id, 36)),
  }
}

const sign = ({ appSecret }: Secret, body: string): string =>
  keyedHash(appSecret, 'newsletter-unsubscribe', body)
