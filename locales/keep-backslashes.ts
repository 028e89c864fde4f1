import { keepAbbreviations } from './keep-abbreviations.ts'

/** One of the characters that Unicode leaves to programs: no text that is exchanged holds it. */
const standIn = '\ufdd0'

/**
 * Formats a message whose values may be what a reader typed. Lingui takes `\u0041` in a finished text for an A, wherever
 * it comes from; so that a value is shown exactly, its backslashes are hidden meanwhile. Of its spaces only those within
 * an abbreviation become such as never break.
 *
 * @param values what the message's placeholders stand for
 * @param format gives the finished text
 */
export function keepBackslashes<Value extends string | number>(
  values: Record<string, Value> | undefined,
  format: (values: Record<string, Value | string> | undefined) => string,
): string {
  const hidden =
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'string' ? keepAbbreviations(value).replaceAll('\\', standIn) : value,
      ]),
    )
  return format(hidden).replaceAll(standIn, '\\')
}
