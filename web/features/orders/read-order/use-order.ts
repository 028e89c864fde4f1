import { useQuery } from '@tanstack/react-query'
import { type Order, readOrder } from '#contract/orders/orders.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'

/** Polling interval: a card settles in seconds, a transfer in days. */
const askEveryMs = { card: 2000, bank_transfer: 10_000 } as const

/** Polls an order until a webhook or a bank statement settles it. */
export const useOrder = (userId: string, id: string) =>
  useQuery({
    ...readOptions(readOrder, { params: { userId, id } }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? askEveryMs[data.method] : false),
  })

/** A late transfer is still accepted. */
const isOpen = ({ state, method }: Order): boolean =>
  state === 'waiting' || (state === 'expired' && method === 'bank_transfer')
