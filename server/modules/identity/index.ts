/**
 * The embedded central login: owns readers' accounts, passwords, sessions and the links mailed to prove an address.
 * It alone authenticates: all other modules call `app.authenticate`. It imports no other module but the outbox and the
 * reader's log; further facts in a reader's response and token come through `ReaderFacts`.
 */
import type { FastifyInstance } from 'fastify'
import { createAuthentication } from './authenticate.ts'
import { registerGoogle } from './google-routes.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { registerPasskeys } from './passkey-routes.ts'
import { registerProviders } from './provider-routes.ts'
import { type ChangePhone, registerReader } from './reader-routes.ts'
import { registerRegistration } from './registration-routes.ts'
import { registerSessions } from './session-routes.ts'
import { registerSignInLinks } from './sign-in-link-routes.ts'
import { readTokenKeys } from './token-keys.ts'

export { accountConcern } from './account-concern.ts'
export { consumeAccountMail } from './account-mail.ts'
export { describeAnonymization, markAnonymization, unmarkAnonymization } from './anonymization.ts'
export { type BlockChange, blockReader, unblockReader } from './block-reader.ts'
export { changeEmail, endAllSessions } from './change-account.ts'
export { changeName } from './change-name.ts'
export { closeSession } from './close-session.ts'
export { normaliseEmail } from './email.ts'
export { hashPassword } from './hash-password.ts'
export type { ReaderFacts } from './identity-deps.ts'
export { isKnownBrowser } from './known-browser.ts'
export { lockReader, lockStayingReader, requireNoAnonymization } from './lock-reader.ts'
export { confirmPhone, removePhoneNumbers, requirePhoneChange, setPhoneToChange } from './phone-number.ts'
export { hasPasskey, provePasskey } from './prove-passkey.ts'
export { provePassword } from './prove-password.ts'
export { removePasskey } from './remove-passkey.ts'
export { resendActivationEmail } from './resend-activation-email.ts'
export { sendPasswordLink } from './send-password-link.ts'
export { clearSessionCookies } from './session-cookies.ts'
export { readSessionHistory, type SessionHistory } from './session-history.ts'
export { unlinkExternAuthService } from './unlink-extern-auth-service.ts'

/**
 * Registers the routes of the central login and of the reader, sets `app.authenticate`, and sends the account's mails
 * in a worker process.
 *
 * @param given.facts what other modules know of a reader
 * @param given.providers whose accounts sign in here too
 * @param given.swg Subscribe with Google, where it is configured
 * @param given.changePhone what PATCH does with a mobile number
 * @param given.moveMailbox has newsletters follow a changed e-mail
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
