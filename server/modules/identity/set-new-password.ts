import type { Deps } from '#server/platform/deps.ts'
import { setPasswordByLink } from './set-password-by-link.ts'
import type { StartedSession } from './start-session.ts'

/**
 * Replaces a forgotten password by a mailed link, which works once within 2 hours. All sessions end, the reader is
 * told so by mail and signed in anew; the link proves the address as well as an activation does.
 *
 * @param input.password one that meets the rules of R5.03
 * @throws AppError `password_link_invalid`, `password_link_expired`
 */
export const setNewPassword = (
  deps: Deps,
  input: { token: string; password: string; userAgent: string },
): Promise<StartedSession> => setPasswordByLink(deps, { ...input, kind: 'new_password' })
