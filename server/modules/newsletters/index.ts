/**
 * Newsletters: owns the catalogue, each mailbox's consents and sign-offs, and the links by which they are given without
 * an account. A mailbox is known by its address, so an account and a visitor with the same proven
 * address see the same. It never writes or sends issues; it says who gets them and gives their headers.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as links from '#contract/newsletters/mailed-links.ts'
import * as endpoints from '#contract/newsletters/newsletters.ts'
import * as pausing from '#contract/newsletters/pause-newsletters.ts'
import * as unsubscribing from '#contract/newsletters/unsubscribe.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { localeOf } from '#server/platform/http/errors.ts'
import { route } from '#server/platform/http/route.ts'
import {
  confirmSignups,
  pauseByLink,
  readLink,
  resumeByLink,
  signOffByLink,
  signUpByLink,
} from './confirm-signups.ts'
import { listNewsletters } from './list-newsletters.ts'
import { listSignups } from './list-signups.ts'
import type { NewslettersDeps } from './newsletters-deps.ts'
import { pauseNewsletters, resumeNewsletters } from './pause-newsletters.ts'
import { requestSignups } from './request-signups.ts'
import { serveOneClick } from './serve-one-click.ts'
import { signOff, signUp } from './sign-up.ts'
import { readUnsubscription, snooze, tellReason, undoUnsubscribe } from './unsubscribe.ts'

export { findCatalogue, findPausedUntil, findRecipientId, moveMailbox } from './store.ts'
export { addNewsletter, changeNewsletter, countSignups, type NewsletterRow } from './update-catalogue.ts'

export async function registerNewsletters(app: FastifyInstance, deps: NewslettersDeps): Promise<void> {
  route(app, endpoints.listNewsletters, async ({ http }) => ({
    items: await listNewsletters(deps, localeOf(http)),
  }))
  route(app, endpoints.listSignups, ({ actor }) => listSignups(deps, actor))
  route(app, endpoints.signUp, ({ actor, params }) => signUp(deps, actor, params.code))
  route(app, endpoints.signOff, ({ actor, params }) => signOff(deps, actor, params.code))
  route(app, pausing.pauseNewsletters, ({ actor, body }) => pauseNewsletters(deps, actor, body.until))
  route(app, pausing.resumeNewsletters, ({ actor }) => resumeNewsletters(deps, actor))
  registerVisitors(app, deps)
  registerUnsubscribing(app, deps)
  await serveOneClick(app, deps)
}

/** Routes without a sign-in: a mailed link authenticates the mailbox. */
function registerVisitors(app: FastifyInstance, deps: NewslettersDeps): void {
  route(app, endpoints.requestSignup, ({ params, body, http }) =>
    requestSignups(deps, { email: body.email, codes: [params.code], ...visitorOf(http) }),
  )
  route(app, endpoints.requestSignups, ({ body, http }) =>
    requestSignups(deps, { email: body.email, codes: body.codes, ...visitorOf(http) }),
  )
  route(app, endpoints.requestManageLink, ({ body, http }) =>
    requestSignups(deps, { email: body.email, codes: [], ...visitorOf(http) }),
  )
  route(app, links.readLink, ({ params }) => readLink(deps, params.token))
  route(app, links.confirmSignups, ({ params }) => confirmSignups(deps, params.token))
  route(app, links.signUpByLink, ({ params }) => signUpByLink(deps, params.token, params.code))
  route(app, links.signOffByLink, ({ params }) => signOffByLink(deps, params.token, params.code))
  route(app, links.pauseByLink, ({ params, body }) => pauseByLink(deps, params.token, body.until))
  route(app, links.resumeByLink, ({ params }) => resumeByLink(deps, params.token))
}

const visitorOf = (http: FastifyRequest) => ({ ...callerOf(http), locale: localeOf(http) })

function registerUnsubscribing(app: FastifyInstance, deps: NewslettersDeps): void {
  route(app, unsubscribing.readUnsubscription, ({ params, http }) =>
    readUnsubscription(deps, params.token, localeOf(http)),
  )
  route(app, unsubscribing.undoUnsubscribe, ({ params, http }) =>
    undoUnsubscribe(deps, params.token, localeOf(http)),
  )
  route(app, unsubscribing.snooze, ({ params, http }) => snooze(deps, params.token, localeOf(http)))
  route(app, unsubscribing.tellReason, ({ params, body }) => tellReason(deps, params.token, body))
}
