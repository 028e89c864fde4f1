import { useQuery } from '@tanstack/react-query'
import { type Order, readOrder } from '#contract/orders/orders.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'

/** A card is decided in seconds, a transfer in days. */
const askEveryMs = { card: 2000, bank_transfer: 10_000 } as const

/** Follows an order until it is decided: by the gateway's message or the bank's statement, however late they come. */
export const useOrder = (userId: string, id: string) =>
  useQuery({
    ...readOptions(readOrder, { params: { userId, id } }),
    refetchInterval: ({ state: { data } }) => (data && isOpen(data) ? askEveryMs[data.method] : false),
  })

/** A transfer may come after its time, and is taken then. */
const isOpen = ({ state, method }: Order): boolean =>
  state === 'waiting' || (state === 'expired' && method === 'bank_transfer')
