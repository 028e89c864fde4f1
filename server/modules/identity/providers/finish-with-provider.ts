import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailHintCookie } from '#contract/identity/providers.ts'
import type { ProviderIdentity, ProviderName } from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret } from '#server/platform/secrets.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { userAgentOf } from '../sessions/describe-browser.ts'
import { giveSession } from '../sessions/give-session.ts'
import { handshakeCookie, readHandshake, secretsOf } from './handshake.ts'
import { linkExternAuthService } from './link-extern-auth-service.ts'
import { outcomeAddress, outcomeOf } from './provider-outcome.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

type Return = { provider: ProviderName; answer: Record<string, string>; sessionId: string | undefined }

/**
 * The OAuth callback: takes the answer of a provider, once, and does what it was requested for: signs in, with the
 * session's cookies in the response, or links.
 *
 * @param returned.sessionId session of the browser's cookies
 * @returns where to redirect the browser, also after a failure
 */
export async function finishWithProvider(
  deps: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, answer, sessionId }: Return,
): Promise<string> {
  const { settings } = deps
  const begun = readHandshake(deps, request.cookies[handshakeCookie(settings)], provider)
  // Another browser's answer, or one to an older try: this browser's pending handshake stays.
  if (!begun || !isSameSecret(answer['state'] ?? '', secretsOf(deps, begun).state)) {
    return outcomeAddress(settings, { provider, purpose: begun?.purpose }, 'link_failed')
  }
  const { purpose } = begun
  reply.clearCookie(handshakeCookie(settings), { path: '/', secure: settings.secureCookies })
  let identity: ProviderIdentity | undefined
  try {
    await deps.limiter.take(limits.providerAnswers, begun.id)
    identity = await deps.providers[provider]?.finish(secretsOf(deps, begun), answer)
    if (!identity) throw new AppError('link_failed')
    if (purpose.kind === 'link') {
      // The signed-in reader has to be the one who began it.
      if (sessionId !== purpose.sessionId) throw new AppError('link_failed')
      await linkExternAuthService(deps, purpose, provider, identity)
      return outcomeAddress(settings, { provider, purpose }, 'linked')
    }
    const caller = { ip: request.ip, userAgent: userAgentOf(request) }
    const signIn = { provider, identity, locale: begun.locale, ...caller }
    await giveSession(deps, reply, await signInWithProvider(deps, signIn))
    return purpose.url
  } catch (error) {
    const outcome = outcomeOf(error, request)
    if (outcome === 'link_email_exists' && purpose.kind === 'sign_in' && identity?.email) {
      const { secureCookies: secure } = settings
      reply.setCookie(emailHintCookie, identity.email, { path: '/', sameSite: 'lax', secure, maxAge: 60 })
    }
    return outcomeAddress(settings, { provider, purpose }, outcome)
  }
}
