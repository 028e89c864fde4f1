import { Email } from '#contract/wire.ts'
import type { PlainErrorKey } from '#server/platform/app-error.ts'

/** One address that is to be added, and why it is not, if it is not. */
export type Line = { line: number; given: string; email: string; error: PlainErrorKey | undefined }

type Circumstances = {
  /** The address of somebody who needs no access. */
  own: string | undefined
  /** Addresses that have a place. */
  taken: ReadonlySet<string>
  /** Addresses to which too many invitations were sent lately. */
  tired: Pick<ReadonlySet<string>, 'has'>
  /** Places that are left. */
  free: number
}

/**
 * Says of each address whether a place is given to it. Places go to the first ones that can have one; what stands
 * there twice gets one place.
 */
export function judgeAddresses(
  emails: readonly string[],
  { own, taken, tired, free }: Circumstances,
): Line[] {
  const open = new Set(taken)
  let left = free
  return emails.flatMap((given, index) => {
    const email = given.trim().toLowerCase()
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
