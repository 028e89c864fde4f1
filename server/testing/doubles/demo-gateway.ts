import * as z from 'zod'
import { testCards } from '#server/demo/gateway/cards.ts'
import { createGateway, type GatewayOptions } from '#server/demo/gateway/create-gateway.ts'
import { demoGateway } from '#server/gateways/payments/demo.ts'
import type { GatewayDispute } from '#server/gateways/payments/port.ts'
import { type Clock, machineClock } from '#server/platform/clock.ts'

const secret = 'only-for-tests-only-for-tests'

const Ledger = z.object({
  taken: z.int(),
  returned: z.int(),
  charges: z.array(z.object({ key: z.string(), amount: z.int(), card: z.string() })),
  refunds: z.array(z.object({ key: z.string(), amount: z.int() })),
})

/** A dispute as it stands at the gateway from now on. */
export type TestDispute = {
  id: string
  charge: string
  amountCents: number
  state: GatewayDispute['state']
  respondBy: Temporal.Instant | null
}

export type TestCard = (typeof testCards)[number]['behaviour']

/**
 * The demo gateway in this process, with controls for tests.
 *
 * @param options.clock the product's time, in which cards expire
 * @param options.webhookUrl where its messages go
 */
export async function startDemoGateway(
  options: { clock?: Clock; webhookUrl?: string; cards?: GatewayOptions['cards']; file?: string } = {},
) {
  const { clock = machineClock, webhookUrl = '' } = options
  const app = await createGateway({
    file: options.file ?? ':memory:',
    apiKey: secret,
    webhook: { url: webhookUrl, secret },
    delivery: webhookUrl === '' ? 'off' : 'prompt',
    ...(options.cards ? { cards: options.cards } : {}),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = app.listeningOrigin
  return {
    url,
    secret,
    gateway: demoGateway({ url, secret, clock }),
    ...controlOf(url, secret),
    stop: () => app.close(),
  }
}
export type TestGateway = Awaited<ReturnType<typeof startDemoGateway>>

/** Controls of a demo gateway for tests, wherever it runs. */
export function controlOf(url: string, apiKey: string) {
  const control = async (path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}/control/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`The demo gateway answered ${answer.status} to ${path}`)
    const text = await answer.text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return {
    setFaults: (faults: {
      down?: 'no' | 'refusing' | 'hanging_up' | 'silent'
      lose_answers?: boolean
      slowness_ms?: number
      webhooks?: 'chaotic' | 'prompt' | 'off'
      webhook_url?: string
    }) => control('faults', faults),
    /** Replays all webhooks so many times, shuffled. */
    replay: async (times: number) =>
      z.object({ sent: z.int(), taken: z.int() }).parse(await control('replay', { times })),
    /** Refunds a charge as staff do in the gateway's dashboard. @returns the gateway's id of the refund */
    refundThere: async (charge: string, amount: number): Promise<string> =>
      z.object({ id: z.string() }).parse(await control('refunds', { charge, amount })).id,
    failRefund: async (key: string): Promise<void> => void (await control('refunds/fail', { key })),
    replaceCard: async (token: string, card: { last4: string; validUntil: string }): Promise<void> =>
      void (await control('cards/replace', { token, last4: card.last4, valid_until: card.validUntil })),
    dispute: async (dispute: TestDispute): Promise<void> => {
      const { id, charge, amountCents: amount, state, respondBy } = dispute
      await control('disputes', { id, charge, amount, state, respond_by: respondBy?.toString() ?? null })
    },
    ledger: async () => Ledger.parse(await control('ledger')),
    /** Does what a reader does on the page of a payment. @returns where it leads, or undefined when it stays there */
    payOnPage: (page: string, card: TestCard = 'succeeds') => typeCard(page, card),
    confirmOnPage: (page: string, decision: 'confirm' | 'refuse') =>
      submit(`${page}/confirmation`, { decision }),
    leavePage: (page: string) => submit(`${page}/leave`, {}),
  }
}

const typeCard = (page: string, behaviour: TestCard) =>
  submit(page, {
    number: testCards.find(card => card.behaviour === behaviour)?.number ?? '',
    expiry: '12/49',
    cvc: '123',
  })

async function submit(url: string, fields: Record<string, string>): Promise<string | undefined> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return answer.headers.get('location') ?? undefined
}
