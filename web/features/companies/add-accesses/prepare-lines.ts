import type { EmailLine } from '#contract/companies/pasted-emails.ts'
import { withAsciiDomain } from '#contract/wire.ts'

/** The address as the server stores it, to be compared. */
export const storedForm = (email: string): string => withAsciiDomain(email.toLowerCase())

/** Splits a list into addresses to send and duplicates. */
export function prepareLines(emails: readonly EmailLine[]): { toSend: EmailLine[]; twice: EmailLine[] } {
  const known = new Set<string>()
  const toSend: EmailLine[] = []
  const twice: EmailLine[] = []
  for (const each of emails) {
    const bare = storedForm(each.email)
    ;(known.has(bare) ? twice : toSend).push(each)
    known.add(bare)
  }
  return { toSend, twice }
}

/** Splits a list into batches, each sent by its own call, so that progress can be shown. */
export function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}
