/**
 * Takes a prefetched answer that the page's head requested before the program had loaded: once, and only if it
 * succeeded in the current language; otherwise the caller requests it itself.
 *
 * @param address absolute address of the read
 * @param language of the reader
 */
export async function earlyAnswer(address: string, language: string): Promise<Response | undefined> {
  const calls = window.profilStart?.calls
  const early = calls?.[address]
  if (!calls || !early) return undefined
  delete calls[address]
  if (early.language !== language) return undefined
  const answer = await early.answer.catch(() => undefined)
  return answer?.ok ? answer : undefined
}

/** Takes the session's renewal, once, where the page's head has begun it for a remembered reader. */
export function begunRenewal(): Promise<Response> | undefined {
  const renewal = window.profilStart?.renewal
  delete window.profilStart?.renewal
  return renewal
}
