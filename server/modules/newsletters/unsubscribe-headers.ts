import type { Deps } from '#server/platform/deps.ts'
import { makeUnsubscribeToken, type UnsubscribeTarget } from './unsubscribe-token.ts'

/**
 * Headers that every newsletter mail bears, so that mail programs show their own button for signing off
 * (RFC 2369, RFC 8058).
 *
 * @param target whose mail it is and which newsletters it is about
 */
export const unsubscribeHeaders = (
  settings: Pick<Deps['settings'], 'appSecret' | 'origins'>,
  target: UnsubscribeTarget,
): Record<string, string> => ({
  'List-Unsubscribe': `<${settings.origins.account}/unsubscribe/${makeUnsubscribeToken(settings, target)}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
