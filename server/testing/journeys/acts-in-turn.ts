import type fc from 'fast-check'
import { receiveTransfer } from '#server/modules/orders/index.ts'
import type { MoneyApp, MoneyReader } from '../setup/money-app.ts'
import { giftsInMails, type MoneyWorld, perform, type sharedAct } from './money-acts.ts'
import { actOnRenewals, type RenewalAct } from './renewal-acts.ts'

/** What the readers of random histories buy: what joins, what is cheaper, what is short, and two rates of VAT. */
export const sold = ['standard_1y', 'premium_1y', 'premium_plus_1y', 'advert_4w', 'premium_print_1y'] as const

type SharedAct = typeof sharedAct extends fc.Arbitrary<infer A> ? A : never
type ActInTurn = SharedAct | RenewalAct | { kind: 'change_card' }

/** A world in which money that is asked for comes at once, and one act is over before the next begins. */
export function openWorldInTurn(server: MoneyApp) {
  const asked: Parameters<MoneyWorld['send']>[0][] = []
  const world: MoneyWorld = { server, send: each => asked.push(each), nextGift: giftsInMails(server) }

  async function act(reader: MoneyReader, each: ActInTurn): Promise<void> {
    switch (each.kind) {
      case 'company':
      case 'give_seat':
      case 'give':
      case 'change_card':
      case 'take_gift':
      case 'withdraw':
        await perform(world, { reader }, each)
        for (const { symbol, cents } of asked.splice(0)) {
          await receiveTransfer(server.money, { variableSymbol: symbol, amountCents: cents })
        }
        return
      case 'stop':
      case 'start':
      case 'pause':
      case 'offer':
      case 'change':
      case 'undo':
      case 'confirm':
      case 'dispute':
      case 'refund':
        return actOnRenewals(server, reader, each)
    }
  }
  return { world, act }
}

/** When the first of a reader's renewals is due until a moment; undefined when none is. */
export async function nextCharge(
  reader: MoneyReader,
  until: Temporal.Instant,
): Promise<Temporal.Instant | undefined> {
  const due = (await reader.renewals())
    .filter(each => each.state === 'active' && Temporal.Instant.compare(each.chargeAt, until) <= 0)
    .map(each => each.chargeAt)
  return due.toSorted((one, other) => Temporal.Instant.compare(one, other))[0]
}
