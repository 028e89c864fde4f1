import * as z from 'zod/mini'

const longest = 200

/** Address of a reader's blog, as it is typed (R5.06). */
export const Blog = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(longest, { error: 'max_length', abort: true }),
    z.refine(isWebAddress, 'blog_field_invalid_url'),
  )

/**
 * A whole address with http or https. Browsers skip tabs and line breaks within an address and read `\` as `/`, so
 * none of these may be in it; a name before the host would show another host than the one that is opened.
 */
function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^/]/i.test(text) || /[\s\p{Cc}\p{Cf}\\]/u.test(text)) return false
  try {
    const { hostname, username, password } = new URL(text)
    return /[^.]\.[^.]/.test(hostname) && username === '' && password === ''
  } catch {
    return false
  }
}
