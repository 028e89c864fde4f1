import { readFileSync } from 'node:fs'
import { minifySync, transformWithOxc } from 'vite'

/**
 * Reads a script that stands in a document.
 *
 * @param file imports nothing, and exports one function
 * @returns what writes the call of that function with an argument
 */
export async function inlinedCall(file: string): Promise<(argument: unknown) => string> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const called = code.replace(/^export /m, '')
  return argument => minifySync(file, `(${called})(${JSON.stringify(argument)})`).code
}
