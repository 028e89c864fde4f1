/**
 * The payment gateway of the demo: a service of its own that takes play money. Like real gateways it has a page
 * on which a reader types a card, calls with idempotency keys, and signed webhooks that may be repeated, late and out of
 * order. It knows nothing of the publisher but what it is told by HTTP.
 */
import { setTimeout as pause } from 'node:timers/promises'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { ZodError } from 'zod'
import { serveApi } from './api.ts'
import { behaviourOf } from './cards.ts'
import { serveControl } from './control.ts'
import type { GatewayState } from './gateway-state.ts'
import { servePaymentPage } from './payment-page.ts'
import { openStore, type StoredCard } from './store.ts'
import { createWebhooks, type Delivery } from './webhooks.ts'

export type GatewayOptions = {
  /** Database file (SQLite), or `:memory:`. */
  file: string
  /** API key of the publisher's server. */
  apiKey: string
  webhook: { url: string; secret: string }
  delivery: Delivery
  /** Cards that are known from the start. */
  cards?: Omit<StoredCard, 'behaviour'>[]
}

export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const app = Fastify({ bodyLimit: 20_000, forceCloseConnections: true })
  const store = openStore(options.file)
  const webhooks = createWebhooks(store, options.webhook, options.delivery)
  const state: GatewayState = {
    store,
    webhooks,
    faults: { down: 'no', loseAnswers: false, slownessMs: 0 },
    url: () => app.listeningOrigin,
  }
  for (const card of options.cards ?? []) {
    if (!store.cards.find('token', card.token))
      store.cards.put({ ...card, behaviour: behaviourOf(card.last4) })
  }
  app.setErrorHandler(async (error, _request, reply) => {
    const isFaulty = error instanceof ZodError || (error instanceof Error && 'statusCode' in error)
    return reply.status(isFaulty ? 400 : 500).send({ error: isFaulty ? 'invalid_request' : 'internal' })
  })
  await app.register(formbody)
  await app.register(async api => {
    api.addHook('onRequest', async (request, reply) => {
      if (request.headers.authorization !== `Bearer ${options.apiKey}`) {
        return reply.status(401).send({ error: 'unauthorized' })
      }
      if (request.url.startsWith('/control/') || state.faults.down === 'no') return
      if (state.faults.down === 'refusing') return reply.status(503).send({ error: 'down' })
      if (state.faults.down === 'silent') return await untilHeard(state)
      request.raw.socket.destroy()
      return reply.hijack()
    })
    serveApi(api, state)
    serveControl(api, state)
  })
  servePaymentPage(app, state)
  app.addHook('onListen', async () => webhooks.resume())
  app.addHook('onClose', async () => {
    webhooks.stop()
    store.close()
  })
  return app
}

const untilHeard = async ({ faults }: GatewayState): Promise<void> => {
  while (faults.down === 'silent') await pause(20)
}
