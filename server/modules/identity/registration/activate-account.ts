import type { IdentityDeps } from '../identity-deps.ts'
import { type LinkUse, setPasswordByLink } from '../passwords/set-password-by-link.ts'
import type { StartedSession } from '../sessions/start-session.ts'

/**
 * Activates an account by its mailed link, which works once within 48 hours (R4.04): the address is proven, the
 * password is the one chosen here and no other, the reader is signed in.
 *
 * @param input.password one that meets the rules of R5.03
 * @throws AppError `activation_link_invalid`, `activation_link_expired`, `too_many_requests`
 */
export const activateAccount = (deps: IdentityDeps, input: LinkUse): Promise<StartedSession> =>
  setPasswordByLink(deps, { ...input, kind: 'activation' })
