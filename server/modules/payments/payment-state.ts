import type { PaymentRow } from './payments-deps.ts'

type State = PaymentRow['state']

/**
 * State machine of a payment: all allowed transitions. A paid payment never becomes failed and a refunded one never
 * paid (request-refund.ts refunds it); an unknown one is settled by asking the gateway with the same idempotency key.
 */
const next: Record<State, readonly State[]> = {
  created: ['submitted', 'paid', 'failed', 'unknown'],
  submitted: ['paid', 'failed', 'unknown'],
  unknown: ['paid', 'failed'],
  paid: ['refunded'],
  failed: [],
  refunded: [],
}

/** States from which a payment may change into this one. */
export const statesBefore = (state: State): State[] =>
  // The keys of a record of states are states.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Object.keys(next) as State[]).filter(before => next[before].includes(state))

/** States in which the payment is not decided yet. */
export const openStates = ['created', 'submitted', 'unknown'] as const satisfies State[]

export const isOpen = (payment: Pick<PaymentRow, 'state'>): boolean =>
  openStates.some(state => state === payment.state)
