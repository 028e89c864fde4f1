/** An address of a pasted list, with its place in it. */
export type Line = { line: number; email: string }

/** What is to be sent, and what stands there a second time. */
export function prepareLines(emails: readonly string[]): { toSend: Line[]; twice: Line[] } {
  const known = new Set<string>()
  const toSend: Line[] = []
  const twice: Line[] = []
  emails.forEach((email, index) => {
    const bare = email.trim().toLowerCase()
    if (bare === '') return
    ;(known.has(bare) ? twice : toSend).push({ line: index + 1, email: email.trim() })
    known.add(bare)
  })
  return { toSend, twice }
}

/** Parts of a list, each sent by a call of its own, so that progress can be told. */
export function inParts<T>(items: readonly T[], size: number): T[][] {
  const parts: T[][] = []
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size))
  return parts
}
