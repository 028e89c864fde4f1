/**
 * Headers that every newsletter mail bears, so that mail programs show a button of their own for signing off
 * (RFC 2369) and do it by one POST to that address (RFC 8058).
 *
 * @param link address that signs off by a POST, and shows a page on a GET
 */
export const unsubscribeHeaders = (link: string): Record<string, string> => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
