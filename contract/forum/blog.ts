import * as z from 'zod/mini'

const longest = 200

/** Input: address of a reader's blog (R5.06). */
export const Blog = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(longest, { error: 'max_length', abort: true }),
    z.refine(isWebAddress, 'blog_field_invalid_url'),
  )

/**
 * An absolute http or https address. Browsers skip tabs and line breaks in an address and read `\` as `/`, so
 * none of these are allowed; neither is a user name, which could disguise the host.
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
