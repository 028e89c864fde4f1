import { operate } from '../make/operator.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'
import { buy, payTransfer, placeOrder, premiumByTransfer } from './place-order.ts'

type Server = Pick<MoneyApp, 'gateway' | 'money' | 'payments'>

/** Ways to have a year of Premium beside a renewal. */
export const yearsOfPremium = {
  'bought by card': (server: Server, reader: MoneyReader) => buy(server, reader),
  'bought by transfer': async (server: Server, reader: MoneyReader) =>
    payTransfer(server, await placeOrder(reader, premiumByTransfer)),
  'given by staff': (server: Server, { id }: MoneyReader) =>
    operate(server, 'subscriptions give', {
      id,
      product: 'gift_premium_1y',
      days: 365,
      key: crypto.randomUUID(),
      reason: 'Goodwill.',
    }),
}
