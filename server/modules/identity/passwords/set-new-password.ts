import type { IdentityDeps } from '../identity-deps.ts'
import type { StartedSession } from '../sessions/start-session.ts'
import { type LinkUse, setPasswordByLink } from './set-password-by-link.ts'

/**
 * Replaces a forgotten password by a mailed link, which works once within 2 hours. All sessions end, the reader is
 * told so by mail and signed in anew; the link proves the address as well as an activation does.
 *
 * @param input.password one that meets the rules of R5.03
 * @throws AppError `password_link_invalid`, `password_link_expired`, `too_many_requests`
 */
export const setNewPassword = (deps: IdentityDeps, input: LinkUse): Promise<StartedSession> =>
  setPasswordByLink(deps, { ...input, kind: 'new_password' })
