import { createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { PaymentGateway } from '#server/gateways/payments/port.ts'
import { stripeGateway } from '#server/gateways/payments/stripe.ts'
import { startDemoGateway, type TestDispute } from './demo-gateway.ts'
import { startStripeServer } from './stripe-server.ts'

type Message = { body: Buffer; headers: Record<string, string> }

/** A payment gateway with controls of its server side. */
export type Counter = {
  gateway: PaymentGateway
  pay(
    url: string,
    card:
      | 'succeeds'
      | 'declined'
      | 'insufficient_funds'
      | 'expired'
      | 'declined_later'
      | 'confirmed_always'
      | 'unusable_later',
  ): Promise<void>
  setDown(down: boolean): Promise<void>
  /** Executes the next charge but loses its response (unknown result). */
  loseAnswer(lose: boolean): Promise<void>
  /** Refunds a charge as staff do in the gateway's dashboard. @returns the gateway's id of the refund */
  refundThere(chargeReference: string, amountCents: number): Promise<string>
  /** The bank sends a refund back. */
  failRefund(reference: string): Promise<void>
  /** A dispute as it stands from now on. */
  dispute(dispute: TestDispute): Promise<void>
  /** The bank replaces a card. */
  replaceCard(token: string, card: { last4: string; validUntil: string }): Promise<void>
  messages(): Message[]
  /** A signed webhook with this body. */
  sign(body: string): Message
  ledger(): Promise<{ taken: number; returned: number }>
  close(): Promise<unknown>
}

/** Both gateways sign webhooks alike: HMAC of timestamp and body. */
export function signed(header: string, secret: string, body: string): Message {
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return { body: Buffer.from(body), headers: { [header]: `t=${at},v1=${signature}` } }
}

/** Every payment gateway of the product. */
export const counters: [name: string, open: () => Promise<Counter>][] = [
  ['demo', openDemo],
  ['stripe', openStripe],
]

async function openDemo(): Promise<Counter> {
  const messages: Message[] = []
  const publisher = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      messages.push({
        body: Buffer.concat(parts),
        headers: Object.fromEntries(headers) as Message['headers'],
      })
      response.end()
    })
  })
  await new Promise<void>(resolve => publisher.listen(0, '127.0.0.1', resolve))
  const address = publisher.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const demo = await startDemoGateway({ webhookUrl: `http://127.0.0.1:${port}` })
  return {
    gateway: demo.gateway,
    pay: async (url, card) => {
      await demo.payOnPage(url, card)
      if (card === 'confirmed_always') await demo.confirmOnPage(url, 'confirm')
    },
    setDown: async down => {
      await demo.setFaults({ down: down ? 'hanging_up' : 'no' })
    },
    loseAnswer: async lose => {
      await demo.setFaults({ lose_answers: lose })
    },
    refundThere: demo.refundThere,
    failRefund: demo.failRefund,
    replaceCard: demo.replaceCard,
    dispute: demo.dispute,
    messages: () => messages,
    sign: body => signed('demo-signature', demo.secret, body),
    ledger: async () => {
      const { taken, returned } = await demo.ledger()
      return { taken, returned }
    },
    close: async () => {
      await demo.stop()
      publisher.close()
    },
  }
}

async function openStripe(): Promise<Counter> {
  const server = await startStripeServer()
  return {
    gateway: stripeGateway(server.options),
    pay: async (url, card) => server.payOnPage(url, card),
    setDown: async down => server.setDown(down),
    loseAnswer: async lose => (lose ? server.loseNextAnswer() : undefined),
    refundThere: async (charge, amountCents) => server.refundThere(charge, amountCents),
    failRefund: async reference => server.failRefund(reference),
    replaceCard: async (token, card) => server.replaceCard(token, card),
    dispute: async dispute => server.dispute(dispute),
    messages: () => server.events,
    sign: body => signed('stripe-signature', server.options.webhookSecret, body),
    ledger: async () => server.ledger(),
    close: server.stop,
  }
}

/** How tests act on a gateway. */
export const gatewayActs = (counter: () => Counter) => {
  const request = (key: string) => ({
    key,
    amountCents: 8990,
    description: 'Prémium',
    locale: 'sk' as const,
    email: 'jana@dennik.example',
    successUrl: 'https://profil.example/predplatne?platba=hotovo',
    cancelUrl: 'https://profil.example/predplatne?platba=odchod',
  })
  const keptCard = async (card: Parameters<Counter['pay']>[1] = 'succeeds') => {
    const page = await counter().gateway.setupCard({ ...request(randomUUID()), amountCents: 50 })
    await counter().pay(page.url, card)
    const checkout = await counter().gateway.readCheckout(page.reference)
    if (checkout.state !== 'paid' || !checkout.card) throw new Error('The card was not taken')
    return checkout.card
  }
  const charge = (key: string, cardToken: string, amountCents = 8990) =>
    counter().gateway.chargeOffSession({
      key,
      cardToken,
      amountCents,
      product: 'premium_1y',
      paysFor: `period of ${key}`,
    })
  return { request, keptCard, charge }
}
