/** An address of a list, with the line of the text or file on which it stands, from 1. */
export type EmailLine = { line: number; email: string }

/**
 * The addresses of a pasted text: one a line, or several parted by commas, semicolons or spaces, also as `Jana
 * Nováková <jana@firma.sk>`. A line without any is kept as it is, so that it is reported as invalid.
 *
 * @returns what looks like addresses, not validated, in their order
 */
export const pastedEmails = (text: string): EmailLine[] =>
  text
    .split(/\r\n|\n|\r/)
    .flatMap((written, index) => emailsOfLine(written.trim()).map(email => ({ line: index + 1, email })))

function emailsOfLine(line: string): string[] {
  if (line === '') return []
  const found = line
    .split(/[\s,;<>()"]+/)
    .map(word => word.replace(/^mailto:/i, '').replace(/[.:]+$/, ''))
    .filter(word => word.includes('@'))
  return found.length === 0 ? [line] : found
}
