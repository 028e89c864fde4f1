/** VAT category of a part of a price: access on the web, or the printed daily. */
export type VatKind = 'digital' | 'print'

/** A part of a price taxed at one rate; integer cents, net + VAT = gross. */
export type VatLine = { ratePercent: number; grossCents: number; netCents: number; vatCents: number }

/** A rate with the day from which it holds, in the publisher's calendar. */
export type VatRate = { kind: VatKind; from: string; percent: number }

/**
 * Slovak rates with the day from which each holds (Act 222/2004, as changed by 323/2019 and 278/2024):
 * printed dailies have a reduced rate, what is read on the web has the full one.
 */
export const lawfulRates: readonly VatRate[] = [
  { kind: 'digital', from: '2025-01-01', percent: 23 },
  { kind: 'digital', from: '2011-01-01', percent: 20 },
  { kind: 'print', from: '2025-01-01', percent: 5 },
  { kind: 'print', from: '2020-01-01', percent: 10 },
  { kind: 'print', from: '2011-01-01', percent: 20 },
]

/**
 * Splits a price into VAT lines, one a rate. Rounding: net is derived from gross, half up to a cent, once a rate, so the
 * lines always add up to the gross.
 *
 * @param price.grossCents the whole price
 * @param price.printCents how much of it is for the printed daily
 * @param day on which the tax becomes due, in the publisher's calendar
 * @param rates in any order; of each kind the newest one holds that is not later than the day
 * @throws RangeError for a day before 2011, for which no rate is kept
 */
export function vatLines(
  { grossCents, printCents }: { grossCents: number; printCents: number },
  day: Temporal.PlainDate,
  rates: readonly VatRate[],
): VatLine[] {
  const parts = new Map<number, number>()
  const add = (kind: VatKind, cents: number) => {
    if (cents === 0) return
    const percent = rateOn(rates, kind, day)
    parts.set(percent, (parts.get(percent) ?? 0) + cents)
  }
  add('digital', grossCents - printCents)
  add('print', printCents)
  return [...parts].map(([percent, cents]) => toLine(percent, cents))
}

function toLine(ratePercent: number, grossCents: number): VatLine {
  // Integer arithmetic, since rounding of half a cent must not depend on floating point.
  const divisor = 100 + ratePercent
  const netCents = Math.floor((grossCents * 200 + divisor) / (2 * divisor))
  return { ratePercent, grossCents, netCents, vatCents: grossCents - netCents }
}

function rateOn(rates: readonly VatRate[], kind: VatKind, day: Temporal.PlainDate): number {
  const [rate] = rates
    .filter(each => each.kind === kind && Temporal.PlainDate.compare(day, each.from) >= 0)
    .sort((a, b) => Temporal.PlainDate.compare(b.from, a.from))
  if (rate === undefined) throw new RangeError(`No VAT rate is kept for ${day.toString()}`)
  return rate.percent
}
