import type { Access } from '#contract/companies/companies.ts'
import type { EmailLine } from '#contract/companies/pasted-emails.ts'
import { Email } from '#contract/wire.ts'
import { prepareLines, storedForm } from './prepare-lines.ts'

/** What a list would do to the accesses of a subscription. */
export type Plan = {
  added: readonly EmailLine[]
  removed: readonly Access[]
  /** How many accesses stay as they are. */
  stays: number
  wrong: readonly (EmailLine & { why: 'twice' | 'invalid_email' | 'company_seats_used_up' })[]
  /** Seats that are left afterwards. */
  free: number
}

/**
 * Compares a list with the accesses that there are. Somebody is known by the address of the access or of the account
 * that took it. Seats go to the first new addresses, those that are freed among them.
 *
 * @param removeOthers whether who is not in the list loses the access
 */
export function planList(
  lines: readonly EmailLine[],
  { seats, items }: { seats: number; items: readonly Access[] },
  removeOthers: boolean,
): Plan {
  const open = items.filter(({ state }) => state === 'waiting' || state === 'active')
  const known = new Map(
    open.flatMap(({ id, email, reader_email: reader }) => [
      [storedForm(reader ?? email), id],
      [storedForm(email), id],
    ]),
  )
  const { toSend, twice } = prepareLines(lines)
  const valid = toSend.filter(({ email }) => Email.safeParse(email).success)
  const named = new Set(valid.map(({ email }) => known.get(storedForm(email))))
  const removed = removeOthers ? open.filter(({ id }) => !named.has(id)) : []
  const fresh = valid.filter(({ email }) => !known.has(storedForm(email)))
  const room = Math.max(0, seats - open.length + removed.length)
  return {
    added: fresh.slice(0, room),
    removed,
    stays: open.length - removed.length,
    wrong: [
      ...twice.map(line => ({ ...line, why: 'twice' as const })),
      ...toSend
        .filter(line => !valid.includes(line))
        .map(line => ({ ...line, why: 'invalid_email' as const })),
      ...fresh.slice(room).map(line => ({ ...line, why: 'company_seats_used_up' as const })),
    ].toSorted((a, b) => a.line - b.line),
    free: Math.max(0, room - fresh.length),
  }
}

/** Whether two plans do the same to the same people. */
export const isSamePlan = (one: Plan, other: Plan): boolean => sentenceOf(one) === sentenceOf(other)

const sentenceOf = ({ added, removed, stays, wrong }: Plan) =>
  JSON.stringify([added, removed.map(({ id }) => id), stays, wrong])
