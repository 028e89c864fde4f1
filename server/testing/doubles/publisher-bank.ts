import { makeCamt } from '../make/statement.ts'

/** An entry of the publisher's account, as its bank has booked it. */
export type BankBooking = {
  reference: string
  /** YYYY-MM-DD */
  day: string
  cents: number
  isDebit: boolean
  /** Variable symbol; undefined for money that staff send by hand. */
  symbol: string | undefined
  /** The credit whose money, or a part of it, was sent back by this debit. */
  returns?: string
}

const euros = (cents: number) => (cents / 100).toFixed(2)

/** The bank of the publisher: books transfers, carries out payment orders (pain.001), and writes statements (CAMT.053). */
export function openBank() {
  const booked: BankBooking[] = []
  let told = 0
  const book = (booking: Omit<BankBooking, 'reference'>) => {
    const reference = `E${booked.length + 1}`
    booked.push({ ...booking, reference })
    return reference
  }
  return {
    booked,
    book,
    /** Pays out an order, each transfer by itself. */
    carryOut: (paymentOrder: string, day: string) => {
      const transfers = /<EndToEndId>\/VS(\d*)\/SS\d+\/KS<[^]*?<InstdAmt Ccy="EUR">(\d+)\.(\d\d)</g
      for (const [, symbol, whole, cents] of paymentOrder.matchAll(transfers)) {
        book({ day, cents: Number(`${whole}${cents}`), isDebit: true, symbol })
      }
    },
    /** The entries since the last statement; undefined when there is none. */
    writeStatement: (): string | undefined => {
      const entries = booked.slice(told)
      told = booked.length
      if (entries.length === 0) return undefined
      return makeCamt(
        entries.map(({ reference, day, cents, isDebit, symbol }) => ({
          reference,
          day,
          amount: euros(cents),
          direction: isDebit ? 'DBIT' : 'CRDT',
          ...(symbol === undefined ? {} : { symbol }),
        })),
        { reference: `VYPIS-${told}` },
      )
    },
  }
}
export type PublisherBank = ReturnType<typeof openBank>
