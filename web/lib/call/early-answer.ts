/**
 * The answer to a read that the page's head began before the program had arrived. It is given once, and only when it
 * is a success in the language that is wanted now; otherwise the caller asks by itself.
 *
 * @param address whole address of the read
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
