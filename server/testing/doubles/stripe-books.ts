import { Stripe } from 'stripe'
import { type CardError, declined, errorOf, type StripeCard } from './stripe-cards.ts'

type Stored = Record<string, unknown>
export type Session = Stored & {
  id: string
  status: string
  metadata: Record<string, string>
  amount_total: number
}
export type Intent = Stored & {
  id: string
  status: string
  amount: number
  customer: string
  metadata: Record<string, string>
}
type Refund = Stored & { id: string; payment_intent: string; amount: number }

export const webhookSecret = 'whsec_only_for_tests'

/** What Stripe would hold for one account: pages, payments, cards and the events that it has told. */
export function openStripeBooks() {
  const sessions = new Map<string, Session>()
  /** Metadata of a session and of its intent are apart. */
  const intentMetadata = new WeakMap<Session, Record<string, string>>()
  const intents = new Map<string, Intent>()
  const refunds: Refund[] = []
  const disputes = new Map<string, object>()
  const cards = new Map<string, StripeCard>()
  /** What an account updater has changed of a card. */
  const replaced = new Map<string, { last4: string; exp_month: number; exp_year: number }>()
  /** Payment methods by the customer to whom they belong. */
  const customers = new Map<string, Set<string>>()
  const events: { body: Buffer; headers: Record<string, string> }[] = []
  /** What tests have set for the next calls. */
  const next: { decline?: string | undefined; failsRefund: boolean; now: () => Temporal.Instant } = {
    failsRefund: false,
    now: () => Temporal.Now.instant(),
  }
  let made = 0
  const newId = (prefix: string) => `${prefix}_test_${++made}`
  /** Unix time in seconds, as in Stripe's API. */
  const seconds = () => Math.floor(next.now().epochMilliseconds / 1000)

  const tell = (type: string, object: object) => {
    const payload = JSON.stringify({ id: newId('evt'), object: 'event', type, data: { object } })
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
    events.push({ body: Buffer.from(payload), headers: { 'stripe-signature': signature } })
  }

  const cardOf = (method: string) => ({
    brand: 'visa',
    ...(replaced.get(method) ?? { last4: '4242', exp_month: 2, exp_year: 2032 }),
  })
  const describeMethod = (id: string) => {
    const [customer = null] = [...customers].find(([, methods]) => methods.has(id)) ?? []
    return { id, object: 'payment_method', type: 'card', customer, card: cardOf(id) }
  }

  const errorOfNext = (method: string, withReader: boolean): CardError | undefined => {
    const code = next.decline
    next.decline = undefined
    if (code !== undefined && cards.has(method)) return { ...declined, decline_code: code }
    return errorOf(cards.get(method), withReader)
  }

  const newIntent = (given: {
    amount: number
    customer: string
    method: string
    metadata: Record<string, string>
    withReader: boolean
  }): { intent: Intent; error: CardError | undefined } => {
    const error = errorOfNext(given.method, given.withReader)
    const intent: Intent = {
      id: newId('pi'),
      object: 'payment_intent',
      created: seconds(),
      amount: given.amount,
      customer: given.customer,
      metadata: given.metadata,
      status: error ? 'requires_payment_method' : 'succeeded',
      last_payment_error: error ?? null,
      payment_method: error
        ? null
        : {
            id: given.method,
            object: 'payment_method',
            ...(cards.get(given.method) === 'no_card'
              ? { type: 'link' }
              : { type: 'card', card: cardOf(given.method) }),
          },
      latest_charge: error
        ? null
        : { id: newId('ch'), object: 'charge', created: seconds(), amount_refunded: 0 },
    }
    intents.set(intent.id, intent)
    tell(`payment_intent.${error ? 'payment_failed' : 'succeeded'}`, intent)
    return { intent, error }
  }

  return {
    sessions,
    intentMetadata,
    intents,
    refunds,
    disputes,
    cards,
    replaced,
    customers,
    events,
    next,
    newId,
    tell,
    describeMethod,
    newIntent,
  }
}
export type StripeBooks = ReturnType<typeof openStripeBooks>
