/**
 * The embedded central login: owns readers' accounts, passwords, sessions and the links mailed to prove an address.
 * It alone says who calls: everybody else asks `app.authenticate`. It never imports another module but the outbox;
 * what else a reader's answer and token tell comes through `ReaderFacts`.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/identity/identity.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { consumeAccountMail } from './account-mail.ts'
import { createAuthentication } from './authenticate.ts'
import { changeLocale } from './change-locale.ts'
import { giveToken } from './give-session.ts'
import type { IdentityDeps, ReaderFacts } from './identity-deps.ts'
import { readUser } from './read-user.ts'
import { registerRegistration } from './registration-routes.ts'
import { resendActivationEmail } from './resend-activation-email.ts'
import { registerSessions } from './session-routes.ts'
import { readTokenKeys } from './token-keys.ts'

export { hashPassword } from './hash-password.ts'
export type { ReaderFacts } from './identity-deps.ts'
export { lockReader } from './lock-reader.ts'

/**
 * Declares the calls of the central login and of the reader, sets `app.authenticate`, and sends the account's mails
 * where jobs are worked on.
 *
 * @param given.facts what other modules know of a reader
 * @throws StartupError when the signing key is none
 */
export async function registerIdentity(
  app: FastifyInstance,
  given: Deps & { facts: ReaderFacts },
): Promise<void> {
  const deps: IdentityDeps = { ...given, keys: await readTokenKeys(given.settings.tokenSigningKey) }
  const authentication = createAuthentication(deps)
  app.decorate('authenticate', authentication.authenticate)
  registerRegistration(app, deps)
  registerSessions(app, deps, authentication.sessionOf)
  registerReader(app, deps)
  await consumeAccountMail(deps)
}

function registerReader(app: FastifyInstance, deps: IdentityDeps): void {
  route(app, endpoints.readUser, ({ actor }) => readUser(deps, actor))

  route(app, endpoints.changeLocale, async ({ actor, body, reply }) => {
    await changeLocale(deps, actor, { locale: body.locale_code })
    // The token tells the language too, and the page that reloads next reads it there.
    await giveToken(deps, reply, actor)
    return readUser(deps, actor)
  })

  route(app, endpoints.resendActivationEmail, ({ actor }) => resendActivationEmail(deps, actor))
}
