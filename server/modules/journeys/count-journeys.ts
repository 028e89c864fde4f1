import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { createCounter } from '#server/platform/telemetry/metrics.ts'
import type { PaymentReaction, PaymentRow, PaymentsDeps } from '../payments/index.ts'
import { type Journey, journeys, type Step } from './journeys.ts'

const count = createCounter(
  'profil_journeys_total',
  'What readers came for: refused is an answer of ours, failed is our fault or a gateway’s.',
  ['journey', 'outcome'],
)

const steps = Object.entries<readonly Step[]>(journeys).flatMap(([journey, own]) =>
  own.map(step => ({ journey, ...step })),
)
const stepsOf = Map.groupBy(steps, ({ endpoint }): Endpoint => endpoint)

// An alarm sees the first one only if there was a zero before it.
for (const journey of Object.keys(journeys)) {
  for (const outcome of ['started', 'completed', 'refused', 'failed'] as const) count({ journey, outcome }, 0)
}

/** Counts each answer to a call of a journey; one hook for all of them. */
export function countJourneys(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ routeOptions, body, isClosed }, { statusCode }) => {
    const { endpoint } = routeOptions.config
    // 401: the browser renews its session and asks again.
    if (!endpoint || statusCode === 401) return
    for (const { journey, part, where } of stepsOf.get(endpoint) ?? []) {
      if (where && fieldOf(body, where[0]) !== where[1]) continue
      if (part !== 'ends') count({ journey, outcome: 'started' })
      if (statusCode >= 500 && !isClosed) count({ journey, outcome: 'failed' })
      else if (statusCode >= 400) count({ journey, outcome: 'refused' })
      else if (part !== 'begins') count({ journey, outcome: 'completed' })
    }
  })
}

const fieldOf = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined

/**
 * Reactions that also count how journeys end that wait for a payment. The count is made before the commit: one that is
 * rolled back and tried again is counted twice.
 */
export function countSettled(reactions: PaymentsDeps['reactions']): PaymentsDeps['reactions'] {
  return {
    ...reactions,
    order: counting(reactions.order, ({ method }) =>
      method === 'bank_transfer' ? 'order_by_transfer' : 'order_by_card',
    ),
    verification: counting(reactions.verification, () => 'card_change'),
  }
}

function counting(reaction: PaymentReaction, journeyOf: (payment: PaymentRow) => Journey): PaymentReaction {
  return {
    ...reaction,
    async onPaid(tx, payments) {
      await reaction.onPaid(tx, payments)
      for (const payment of payments) count({ journey: journeyOf(payment), outcome: 'completed' })
    },
    // A card that is declined, or a reader who left the gateway's page.
    async onFailed(tx, payment) {
      await reaction.onFailed(tx, payment)
      count({ journey: journeyOf(payment), outcome: 'refused' })
    },
  }
}
