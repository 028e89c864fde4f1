/**
 * The embedded central login: owns readers' accounts, passwords, sessions and the links mailed to prove an address.
 * It alone authenticates: all other modules call `app.authenticate`. It imports no other module but the outbox and the
 * reader's log; further facts in a reader's response and token come through `ReaderFacts`.
 */
import type { FastifyInstance } from 'fastify'
import { type ChangePhone, registerReader } from './account/reader-routes.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { registerPasskeys } from './passkeys/passkey-routes.ts'
import { registerGoogle } from './providers/google-routes.ts'
import { registerProviders } from './providers/provider-routes.ts'
import { registerRegistration } from './registration/registration-routes.ts'
import { createAuthentication } from './sessions/authenticate.ts'
import { registerSessions } from './sessions/session-routes.ts'
import { readTokenKeys } from './sessions/token-keys.ts'
import { registerSignInLinks } from './sign-in-links/sign-in-link-routes.ts'

export { changeEmail, confirmedEmailOf, endAllSessions } from './account/change-account.ts'
export { changeName } from './account/change-name.ts'
export {
  confirmPhone,
  removePhoneNumbers,
  requirePhoneChange,
  setPhoneToChange,
} from './account/phone-number.ts'
export { accountConcern } from './account-concern.ts'
export { consumeAccountMail } from './account-mail.ts'
export { describeAnonymization, markAnonymization, unmarkAnonymization } from './anonymization.ts'
export { type BlockChange, blockReader, unblockReader } from './block-reader.ts'
export { normaliseEmail } from './email.ts'
export type { ReaderFacts } from './identity-deps.ts'
export {
  isHeldFromErasure,
  lockReader,
  lockReaders,
  lockStayingReader,
  requireNoAnonymization,
} from './lock-reader.ts'
export { hasPasskey, provePasskey } from './passkeys/prove-passkey.ts'
export { removePasskey } from './passkeys/remove-passkey.ts'
export { hashPassword } from './passwords/hash-password.ts'
export { provePassword } from './passwords/prove-password.ts'
export { sendPasswordLink } from './passwords/send-password-link.ts'
export { unlinkExternAuthService } from './providers/unlink-extern-auth-service.ts'
export { resendActivationEmail } from './registration/resend-activation-email.ts'
export { closeSession } from './sessions/close-session.ts'
export { isAlive } from './sessions/is-alive.ts'
export { isKnownBrowser } from './sessions/known-browser.ts'
export { clearSessionCookies } from './sessions/session-cookies.ts'
export { readSessionHistory, type SessionHistory } from './sessions/session-history.ts'

/**
 * Registers the routes of the central login and of the reader, sets `app.authenticate`, and sends the account's mails
 * in a worker process.
 *
 * @param given.facts what other modules know of a reader
 * @param given.providers whose accounts sign in here too
 * @param given.swg Subscribe with Google, where it is configured
 * @param given.changePhone what PATCH does with a mobile number
 * @param given.moveMailbox has newsletters follow a changed e-mail
 * @param given.removeRecipientsSince has a company's documents go to nobody named since an e-mail was changed that is taken back
 * @throws StartupError when the signing key is invalid
 */
export async function registerIdentity(
  app: FastifyInstance,
  given: Omit<IdentityDeps, 'keys'> & { changePhone: ChangePhone },
): Promise<void> {
  const { tokenSigningKey, tokenFormerKeys } = given.settings
  const deps: IdentityDeps = { ...given, keys: await readTokenKeys(tokenSigningKey, tokenFormerKeys) }
  const authentication = createAuthentication(deps)
  app.decorate('authenticate', authentication.authenticate)
  registerRegistration(app, deps)
  registerSessions(app, deps, authentication.sessionOf)
  registerSignInLinks(app, deps)
  registerPasskeys(app, deps)
  registerProviders(app, deps, authentication.sessionOf)
  registerGoogle(app, deps)
  registerReader(app, deps, given.changePhone)
}
