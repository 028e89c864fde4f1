import type { FastifyInstance, FastifyReply } from 'fastify'
import * as endpoints from '#contract/identity/passkeys.ts'
import { route } from '#server/platform/http/route.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { userAgentOf } from '../sessions/describe-browser.ts'
import { giveSession } from '../sessions/give-session.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey, beginPasskeySignIn } from './begin-passkey.ts'
import { listPasskeys } from './list-passkeys.ts'
import { passkeyChallengeLifeS, passkeyCookie } from './passkey-challenge.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { signInWithPasskey } from './sign-in-with-passkey.ts'

/** Routes of passkeys (R13.01): those of a reader's own, and the sign-in. */
export function registerPasskeys(app: FastifyInstance, deps: IdentityDeps): void {
  const { settings } = deps
  const name = passkeyCookie(settings)
  const ofHost = { path: '/', httpOnly: true, sameSite: 'lax', secure: settings.secureCookies } as const
  const begin = (reply: FastifyReply, { options, cookie }: ReturnType<typeof beginPasskeySignIn>) => {
    reply.setCookie(name, cookie, { ...ofHost, maxAge: passkeyChallengeLifeS })
    return { options }
  }

  route(app, endpoints.listPasskeys, async ({ actor }) => ({ items: await listPasskeys(deps, actor.userId) }))

  route(app, endpoints.beginPasskey, async ({ actor, reply }) =>
    begin(reply, await beginPasskey(deps, actor)),
  )

  route(app, endpoints.addPasskey, ({ actor, body, http }) =>
    addPasskey(deps, actor, { ...body, cookie: http.cookies[name], userAgent: userAgentOf(http) }),
  )

  route(app, endpoints.renamePasskey, ({ actor, params: { id }, body }) =>
    renamePasskey(deps, actor.userId, { id, ...body }),
  )

  route(app, endpoints.removePasskey, ({ actor, params }) => removePasskey(deps, actor, params.id))

  route(app, endpoints.beginPasskeySignIn, async ({ reply }) => begin(reply, beginPasskeySignIn(deps)))

  route(app, endpoints.signInWithPasskey, async ({ body, http, reply }) => {
    const { ip, cookies } = http
    const input = { ...body, ip, cookie: cookies[name], userAgent: userAgentOf(http) }
    await giveSession(deps, reply, await signInWithPasskey(deps, input))
    reply.clearCookie(name, ofHost)
  })
}
