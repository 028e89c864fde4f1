import type { PaymentRow } from './payments-deps.ts'

type State = PaymentRow['state']

/**
 * All changes of a payment's state that there are. A paid payment never becomes failed and a refunded one never paid;
 * what is unknown is settled by asking the gateway with the same key.
 */
const next: Record<State, readonly State[]> = {
  created: ['submitted', 'paid', 'failed', 'unknown'],
  submitted: ['paid', 'failed', 'unknown'],
  unknown: ['paid', 'failed'],
  paid: ['refunded'],
  failed: [],
  refunded: [],
}

/** The states from which a payment may come into this one. */
export const statesBefore = (state: State): State[] =>
  // The keys of a record of states are states.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  (Object.keys(next) as State[]).filter(before => next[before].includes(state))

/** States in which it is not known yet whether money will come. */
export const openStates = ['created', 'submitted', 'unknown'] as const satisfies State[]

export const isOpen = (payment: Pick<PaymentRow, 'state'>): boolean =>
  openStates.some(state => state === payment.state)
