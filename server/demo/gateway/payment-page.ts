import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { randomToken } from '#server/platform/secrets.ts'
import { findTestCard } from './cards.ts'
import { chargeCard } from './charge.ts'
import type { GatewayState } from './gateway-state.ts'
import { confirmationPage, finishedPage, missingPage, type PageFault, paymentPage } from './page-html.ts'
import type { StoredCard, StoredCheckout } from './store.ts'

const Typed = z.object({
  number: z.string().max(40).default(''),
  expiry: z.string().max(10).default(''),
  cvc: z.string().max(6).default(''),
})

type ById = { Params: { id: string } }

/** The page on which a reader pays. Card numbers are not stored. */
export function servePaymentPage(app: FastifyInstance, state: GatewayState): void {
  const { store } = state

  app.get<ById>('/pay/:id', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    return checkout ? showPage(reply, checkout) : sendPage(reply.status(404), missingPage())
  })

  app.post<ById>('/pay/:id', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    if (!checkout) return sendPage(reply.status(404), missingPage())
    if (checkout.state !== 'open') return showPage(reply, checkout)
    const typed = Typed.parse(request.body)
    const testCard = findTestCard(typed.number)
    const validUntil = lastDayOf(typed.expiry)
    const faults: PageFault[] = [
      ...(testCard ? [] : ['number' as const]),
      ...(validUntil === undefined ? ['expiry' as const] : []),
      ...(/^\d{3,4}$/.test(typed.cvc) ? [] : ['cvc' as const]),
    ]
    if (!testCard || validUntil === undefined || faults.length > 0) {
      return sendPage(reply, paymentPage(checkout, faults), checkout)
    }
    const card: StoredCard = {
      token: `demo-card-${randomToken(128)}`,
      brand: testCard.brand,
      last4: testCard.number.slice(-4),
      validUntil,
      behaviour: testCard.behaviour,
    }
    store.cards.put(card)
    if (card.behaviour === 'confirmed_once' || card.behaviour === 'confirmed_always') {
      const confirming: StoredCheckout = { ...checkout, confirming: card.token }
      store.checkouts.put(confirming)
      return showPage(reply, confirming)
    }
    return pay(state, reply, checkout, card)
  })

  app.post<ById>('/pay/:id/confirmation', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    if (!checkout) return sendPage(reply.status(404), missingPage())
    const card = checkout.confirming === null ? undefined : store.cards.find('token', checkout.confirming)
    if (checkout.state !== 'open' || !card) return showPage(reply, checkout)
    const { decision } = z.object({ decision: z.enum(['confirm', 'refuse']) }).parse(request.body)
    if (decision === 'confirm') return pay(state, reply, checkout, card)
    return decline(state, reply, checkout, 'authentication_required')
  })

  app.post<ById>('/pay/:id/leave', async (request, reply) => {
    const checkout = store.checkouts.find('id', request.params.id)
    if (!checkout) return sendPage(reply.status(404), missingPage())
    if (checkout.state === 'paid') return reply.redirect(checkout.successUrl, 303)
    if (checkout.state === 'open') {
      store.checkouts.put({ ...checkout, state: 'closed', confirming: null })
      state.webhooks.tell('checkout.closed', checkout.key)
    }
    return reply.redirect(checkout.cancelUrl, 303)
  })
}

function pay(state: GatewayState, reply: FastifyReply, checkout: StoredCheckout, card: StoredCard) {
  const { charge } = chargeCard(state.store, {
    // Each card that is tried on the page is a charge of its own; the page itself is paid once.
    key: `${checkout.key}/${card.token}`,
    amountCents: checkout.amountCents,
    cardToken: card.token,
    day: Temporal.Now.plainDateISO().toString(),
    paysFor: checkout.paysFor,
    withReader: true,
  })
  if (charge.reason !== null) return decline(state, reply, checkout, charge.reason)
  state.store.checkouts.put({
    ...checkout,
    state: 'paid',
    decline: null,
    chargeId: charge.id,
    confirming: null,
  })
  state.webhooks.tell('checkout.paid', checkout.key)
  if (card.behaviour === 'silent') {
    reply.raw.socket?.destroy()
    return reply.hijack()
  }
  return reply.redirect(checkout.successUrl, 303)
}

function decline(state: GatewayState, reply: FastifyReply, checkout: StoredCheckout, reason: string) {
  const declined: StoredCheckout = { ...checkout, decline: reason, confirming: null }
  state.store.checkouts.put(declined)
  state.webhooks.tell('checkout.declined', checkout.key)
  return sendPage(reply, paymentPage(declined, []), declined)
}

function showPage(reply: FastifyReply, checkout: StoredCheckout) {
  if (checkout.state !== 'open') return sendPage(reply, finishedPage(checkout), checkout)
  return sendPage(
    reply,
    checkout.confirming === null ? paymentPage(checkout, []) : confirmationPage(checkout),
    checkout,
  )
}

function sendPage(reply: FastifyReply, page: { html: string; nonce: string }, checkout?: StoredCheckout) {
  // CSP `form-action`: browsers also check the redirect after a form, here back to the publisher.
  const back = checkout
    ? [...new Set([checkout.successUrl, checkout.cancelUrl].map(url => new URL(url).origin))].join(' ')
    : ''
  return reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${page.nonce}'; form-action 'self' ${back}; base-uri 'none'; frame-ancestors 'none'`,
    )
    .type('text/html; charset=utf-8')
    .send(page.html)
}

/** @param expiry month and year as printed on a card, `12/30` or `12 / 2030` */
function lastDayOf(expiry: string): string | undefined {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  if (month === undefined || year === undefined) return undefined
  const first = Temporal.PlainDate.from({ year: 2000 + Number(year), month: Number(month), day: 1 })
  return first.with({ day: first.daysInMonth }).toString()
}
