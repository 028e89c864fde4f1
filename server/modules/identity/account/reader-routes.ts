import type { FastifyInstance } from 'fastify'
import * as emailEndpoints from '#contract/identity/change-email.ts'
import { changeUser } from '#contract/identity/change-user.ts'
import { unlinkExternAuthService as unlinkEndpoint } from '#contract/identity/extern-auth-services.ts'
import * as endpoints from '#contract/identity/identity.ts'
import { detachAccount as detachEndpoint } from '#contract/identity/linked-accounts.ts'
import * as sessionEndpoints from '#contract/identity/sessions.ts'
import { AppError } from '#server/platform/app-error.ts'
import { type Actor, route } from '#server/platform/http/route.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { lockStayingReader } from '../lock-reader.ts'
import { changePassword } from '../passwords/change-password.ts'
import { unlinkExternAuthService } from '../providers/unlink-extern-auth-service.ts'
import { resendActivationEmail } from '../registration/resend-activation-email.ts'
import { endOtherSessions, endSession } from '../sessions/end-session.ts'
import { giveToken } from '../sessions/give-session.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { clearSessionCookies } from '../sessions/session-cookies.ts'
import { changeLocale } from './change-locale.ts'
import { changeName } from './change-name.ts'
import { changeNoticeCopies } from './change-notice-copies.ts'
import { detachAccount } from './detach-account.ts'
import { readUser } from './read-user.ts'
import { cancelEmailChange, requestEmailChange, resendEmailChange } from './request-email-change.ts'

/** Sets the pending mobile number, or drops it; another module's work. */
export type ChangePhone = (actor: Actor, number: string | null) => Promise<void>

/** Routes by which readers see and change their own account. */
export function registerReader(app: FastifyInstance, deps: IdentityDeps, changePhone: ChangePhone): void {
  route(app, endpoints.readUser, ({ actor }) => readUser(deps, actor))

  route(app, changeUser, async ({ actor, body, reply }) => {
    if (actor.isAnonymizationPending && body.locale_code === undefined) {
      throw new AppError('user_anonymization_pending')
    }
    if (body.current_password !== undefined && body.plain_password !== undefined) {
      const passwords = { currentPassword: body.current_password, newPassword: body.plain_password }
      await changePassword(deps, actor, passwords)
      clearSessionCookies(reply, deps.settings)
      reply.status(204)
      return undefined
    }
    if (body.name !== undefined) {
      const change = { ...actor, name: body.name || null }
      await deps.db.transaction(async tx => {
        await lockStayingReader(tx, actor.userId)
        await changeName(tx, deps, change)
      })
    }
    if (body.phone_to_change !== undefined) await changePhone(actor, body.phone_to_change)
    if (body.notice_copies !== undefined) await changeNoticeCopies(deps, actor, body.notice_copies)
    if (body.locale_code !== undefined) {
      await changeLocale(deps, actor, { locale: body.locale_code })
      // The language is a claim of the token too, where the page reads it on its next load.
      await giveToken(deps, reply, actor)
    }
    return readUser(deps, actor)
  })

  route(app, emailEndpoints.requestEmailChange, async ({ actor, body }) => {
    await requestEmailChange(deps, actor, body.email)
    return readUser(deps, actor)
  })

  route(app, emailEndpoints.resendEmailChange, ({ actor }) => resendEmailChange(deps, actor))

  route(app, emailEndpoints.cancelEmailChange, ({ actor }) => cancelEmailChange(deps, actor))

  route(app, unlinkEndpoint, ({ actor, params }) => unlinkExternAuthService(deps, actor, params.provider))

  route(app, detachEndpoint, ({ actor, params }) => detachAccount(deps, actor, params.id))

  route(app, endpoints.resendActivationEmail, ({ actor }) => resendActivationEmail(deps, actor))

  route(app, sessionEndpoints.listSessions, async ({ actor }) => ({ items: await listSessions(deps, actor) }))

  route(app, sessionEndpoints.endSession, async ({ actor, params, reply }) => {
    await endSession(deps, actor, params.id)
    if (params.id === actor.sessionId) clearSessionCookies(reply, deps.settings)
  })

  route(app, sessionEndpoints.endOtherSessions, ({ actor }) => endOtherSessions(deps, actor))
}
