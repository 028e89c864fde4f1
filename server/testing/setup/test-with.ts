import { test } from 'vitest'
import { has } from './has-program.ts'

/**
 * A test that needs programs which a machine of npm and Node alone may not have. Where one is missing it passes, and
 * says in the report what was left out.
 *
 * @param programs names on the PATH
 * @param timeoutMs as of any test
 */
export const testWith = (
  programs: readonly string[],
  title: string,
  work: () => unknown,
  timeoutMs?: number,
): void => {
  const missing = programs.filter(program => !has(program))
  test(
    title,
    async ({ annotate }) => {
      if (missing.length > 0) await annotate(`left out, since this machine has no ${missing.join(', ')}`)
      else await work()
    },
    timeoutMs,
  )
}
