import { Email } from '#contract/wire.ts'
import { normaliseEmail } from '#server/modules/identity/index.ts'
import type { PlainErrorKey } from '#server/platform/app-error.ts'

/** One address to be added, with its fault, if any. */
export type Line = { line: number; given: string; email: string; error: PlainErrorKey | undefined }

type Circumstances = {
  /** The address of a reader who needs no access. */
  own: string | undefined
  /** Addresses that have a seat. */
  taken: ReadonlySet<string>
  /** Rate-limited addresses: too many family requests lately. */
  tired: Pick<ReadonlySet<string>, 'has'>
  /** Seats left. */
  free: number
}

/**
 * Decides for each address whether it gets a seat. Seats go to the first valid ones; duplicates get one seat.
 */
export function judgeAddresses(
  emails: readonly string[],
  { own, taken, tired, free }: Circumstances,
): Line[] {
  const open = new Set(taken)
  let left = free
  return emails.flatMap((given, index) => {
    const email = normaliseEmail(given)
    if (email === '') return []
    const error = faultOf(email)
    if (!error) {
      open.add(email)
      left--
    }
    return [{ line: index + 1, given: given.trim(), email, error }]
  })

  function faultOf(email: string): PlainErrorKey | undefined {
    if (!Email.safeParse(email).success) return 'invalid_email'
    if (email === own) return 'company_own_access'
    if (open.has(email)) return 'company_access_exists'
    if (tired.has(email)) return 'too_many_access_mails'
    return left <= 0 ? 'company_seats_used_up' : undefined
  }
}
