import { sql } from 'drizzle-orm'
import { controlCodeRules } from '#contract/phone/phone.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { type CodeSubject, hashCode } from './code-hash.ts'
import { isWorking } from './issue-code.ts'
import { controlCodes } from './tables.ts'

export type CodeOutcome = { state: 'right' } | { state: 'wrong'; triesLeft: number } | { state: 'none' }

/**
 * Tries a code. One atomic statement counts the try and, when the code is right, uses it up: of concurrent tries one
 * succeeds, and each is counted. The caller commits the transaction in any case.
 *
 * @param typed what the reader typed; spaces and dashes do not matter
 * @returns `none` when there is no code to try: none was sent, it expired, was used, or was tried too often
 */
export async function useCode(
  tx: Tx,
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  subject: CodeSubject,
  typed: string,
): Promise<CodeOutcome> {
  const now = clock.now()
  const hash = hashCode(settings, subject, typed.replaceAll(/[\s-]/g, ''))
  const [tried] = await tx
    .update(controlCodes)
    .set({
      tries: sql`${controlCodes.tries} + 1`,
      usedAt: sql`case when ${controlCodes.codeHash} = ${hash} then ${now.toString()}::timestamptz end`,
    })
    .where(isWorking(subject.userId, subject.kind, now))
    .returning({ usedAt: controlCodes.usedAt, tries: controlCodes.tries })
  if (!tried) return { state: 'none' }
  if (tried.usedAt !== null) return { state: 'right' }
  return { state: 'wrong', triesLeft: controlCodeRules.tries - tried.tries }
}
