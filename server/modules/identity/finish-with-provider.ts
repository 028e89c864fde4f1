import type { FastifyReply, FastifyRequest } from 'fastify'
import { emailHintCookie } from '#contract/identity/providers.ts'
import type { ProviderIdentity, ProviderName } from '#server/gateways/identity-providers/port.ts'
import { AppError } from '#server/platform/app-error.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { isSameSecret } from '#server/platform/secrets.ts'
import { userAgentOf } from './describe-browser.ts'
import { giveSession } from './give-session.ts'
import { handshakeCookie, readHandshake, secretsOf } from './handshake.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { linkExternAuthService } from './link-extern-auth-service.ts'
import { outcomeAddress, outcomeOf } from './provider-outcome.ts'
import { signInWithProvider } from './sign-in-with-provider.ts'

type Return = { provider: ProviderName; answer: Record<string, string>; sessionId: string | undefined }

/**
 * Takes what a browser brings back from a provider, once, and does what the journey was for: signs in, with the
 * session's cookies in the answer, or links.
 *
 * @param returned.sessionId session of the browser's cookies
 * @returns where the browser goes now, however it went
 */
export async function finishWithProvider(
  deps: IdentityDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { provider, answer, sessionId }: Return,
): Promise<string> {
  const { settings } = deps
  const begun = readHandshake(deps, request.cookies[handshakeCookie(settings)], provider)
  // Somebody else's answer, or one to an older try: what this browser has under way stays as it is.
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
      // Whoever is signed in now has to be the one who began.
      if (sessionId !== purpose.sessionId) throw new AppError('link_failed')
      await linkExternAuthService(deps, purpose, provider, identity)
      return outcomeAddress(settings, { provider, purpose }, 'linked')
    }
    const caller = { ip: request.ip, userAgent: userAgentOf(request) }
    const signIn = { provider, identity, locale: begun.locale, ...caller }
    await giveSession(deps, reply, await signInWithProvider(deps, signIn))
    return purpose.url
  } catch (error) {
    const outcome = outcomeOf(error, request.log)
    if (outcome === 'link_email_exists' && purpose.kind === 'sign_in' && identity?.email) {
      const { secureCookies: secure } = settings
      reply.setCookie(emailHintCookie, identity.email, { path: '/', sameSite: 'lax', secure, maxAge: 60 })
    }
    return outcomeAddress(settings, { provider, purpose }, outcome)
  }
}
