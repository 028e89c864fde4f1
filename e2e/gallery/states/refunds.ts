import type { Payment } from '#contract/payments/payments.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import { alters, screen } from '../state.ts'

const path = '/predplatne'
const payments = '**/users/*/payments?*'
const subscriptions = '**/users/*/subscriptions'

type Items<Item> = { items: Item[] }

/** The newest of some payments given back, whole; the one before it in parts. */
function refunded(
  items: readonly Payment[],
  state: Payment['refunds'][number]['state'],
  way: Payment['refunds'][number]['way'],
): Payment[] {
  const part = (id: number, cents: number) => ({
    id,
    price: { amount: cents, currency: 'EUR' as const },
    way,
    state,
    requested_at: '2026-11-20T09:00:00Z',
    sent_at: state === 'requested' ? null : '2026-11-21T09:00:00Z',
    credit_note_url: `/credit-notes/${id}.pdf`,
  })
  return items.map((each, index) => {
    if (index === 0) return { ...each, state: 'refunded' as const, refunds: [part(1, each.price.amount)] }
    return index === 1 ? { ...each, refunds: [part(2, 1000), part(3, 250)] } : each
  })
}

/** /predplatne with money that is given back. */
export const refundStates = screen('predplatne', [
  ...(['requested', 'sent', 'arrived'] as const).flatMap(state =>
    (['card', 'transfer'] as const).map(way => ({
      name: `refund-${state}-${way}`,
      path,
      reader: 'premium-card',
      provoked: [
        alters<Items<Payment>>(payments, body => ({ ...body, items: refunded(body.items, state, way) })),
      ],
    })),
  ),
  {
    name: 'refunded',
    inEveryLook: true,
    path,
    reader: 'premium-card',
    provoked: [
      alters<Items<Payment>>(payments, body => ({
        ...body,
        items: refunded(body.items, 'requested', 'card'),
      })),
      alters<Items<Subscription>>(subscriptions, body => ({
        ...body,
        items: body.items.map(each => ({
          ...each,
          state: 'inactive' as const,
          recurrence: {
            ...each.recurrence,
            state: 'off' as const,
            reason: 'stopped_by_publisher' as const,
            next_payment: null,
          },
          payment: each.payment && { ...each.payment, state: 'refunded' as const },
        })),
      })),
    ],
  },
])
