import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import type { ProviderName } from '#server/gateways/identity-providers/port.ts'
import { AuthorizationRequest } from './authorization.ts'
import { choicePage, formPostPage, localeOf, refusedPage } from './page-html.ts'
import { offeredPeople, type Person, typedPerson } from './people.ts'
import type { ServiceState } from './service-state.ts'

const Decision = z.object({
  decision: z.string().max(20),
  email: z.string().max(254).default(''),
  verified: z.literal('yes').optional(),
})

/** The authorization endpoint: a page on which one chooses who to be, and its result. */
export function serveChoicePage(
  app: FastifyInstance,
  provider: ProviderName,
  path: string,
  state: ServiceState,
): void {
  const isKnown = (request: AuthorizationRequest) =>
    request.client_id === state.clientId && state.redirectUris.includes(request.redirect_uri)

  app.get(path, async (request, reply) => {
    const asked = AuthorizationRequest.safeParse(request.query)
    // No open redirect: an unknown client gets no redirect.
    if (!asked.success || !isKnown(asked.data)) return sendPage(reply.status(400), refusedPage())
    return sendPage(reply, choicePage(provider, asked.data))
  })

  app.post(`/${provider}/decision`, async (request, reply) => {
    const asked = AuthorizationRequest.safeParse(request.body)
    const decision = Decision.safeParse(request.body)
    if (!asked.success || !decision.success || !isKnown(asked.data)) {
      return sendPage(reply.status(400), refusedPage())
    }
    const person = chosenPerson(provider, decision.data)
    const outcome = person
      ? { code: state.codes.grant(provider, asked.data, person) }
      : { error: 'access_denied' }
    return sendBack(reply, asked.data, { ...outcome, state: asked.data.state })
  })
}

function chosenPerson(
  provider: ProviderName,
  { decision, email, verified }: z.infer<typeof Decision>,
): Person | undefined {
  if (decision === 'typed' && email.trim() !== '') {
    return typedPerson(provider, email, verified === 'yes')
  }
  return /^\d{1,2}$/.test(decision) ? offeredPeople(provider)[Number(decision)] : undefined
}

function sendBack(reply: FastifyReply, request: AuthorizationRequest, answer: Record<string, string>) {
  if (request.response_mode === 'form_post') {
    return sendPage(reply, formPostPage(request.redirect_uri, answer, localeOf(request)))
  }
  const target = new URL(request.redirect_uri)
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value)
  return reply.redirect(target.href, 303)
}

function sendPage(reply: FastifyReply, { html, nonce }: { html: string; nonce: string }): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(html)
}
