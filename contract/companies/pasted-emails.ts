/**
 * The addresses of a pasted text: one a line, or several parted by commas, semicolons or spaces, also as
 * `Jana Nováková <jana@firma.sk>`. A line without any is kept as it is, so that its writer is told of it.
 *
 * @returns what looks like addresses, not checked, in the order in which they stand
 */
export const pastedEmails = (text: string): string[] =>
  text
    .split(/[\n\r]+/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .flatMap(emailsOfLine)

function emailsOfLine(line: string): string[] {
  const found = line
    .split(/[\s,;<>()"]+/)
    .map(word => word.replace(/^mailto:/i, '').replace(/[.:]+$/, ''))
    .filter(word => word.includes('@'))
  return found.length === 0 ? [line] : found
}
