import * as z from 'zod/mini'
import { locales } from './languages.ts'
import { challengeKinds } from './storm-shield/storm-shield.ts'

// Where no schema is needed they are taken from their own files, which need no zod.
export { usersPath } from './endpoint.ts'
export { locales } from './languages.ts'

/** One of our languages. */
export const Locale = z.enum(locales)
export type Locale = z.infer<typeof Locale>

/** Money in integer minor units. */
export const Money = z.object({ amount: z.int(), currency: z.literal('EUR') })
export type Money = z.infer<typeof Money>

/** A point in time, RFC 3339 in UTC. */
export const Instant = z.iso.datetime()

/** A calendar day, YYYY-MM-DD. */
export const Day = z.iso.date()

/** One error of a refused call. `field` is the invalid input's name on the wire. */
export const Refusal = z.object({
  errors: z.array(
    z.object({
      key: z.string(),
      field: z.optional(z.string()),
      message: z.string(),
      params: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
  /** Challenge to solve before the same call is repeated (R5.10). */
  challenge: z.optional(
    z.object({
      id: z.string(),
      kind: z.enum(challengeKinds),
      /** A passkey of the account proves as much: the answer is its signature over the challenge's id. */
      passkey: z.optional(z.boolean()),
    }),
  ),
})
export type Refusal = z.infer<typeof Refusal>

/** A required text: refused with `required` when blank, and with `max_length`. */
export const requiredText = (maxLength: number) =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(maxLength, 'max_length'))

/** Whether PostgreSQL can store a text: no NUL character and no lone surrogate. */
export const isKeepable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text)

/** Free text, trimmed; it may be empty. */
export const freeText = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, 'max_length'), z.refine(isKeepable, 'invalid_input'))

/** Free text on one line. */
export const freeLine = (maxLength: number) =>
  freeText(maxLength).check(z.refine(text => !/\p{Cc}/u.test(text), 'invalid_input'))

/** The pattern of `z.email`, extended by internationalised top-level domains in ASCII form (RFC 5890). */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,59})$/

/** An e-mail with its internationalised domain converted to ASCII (Punycode). */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@') + 1
  const domain = email.slice(at)
  if (at === 0 || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || !/\P{ASCII}/u.test(domain)) return email
  const url = `http://${domain}`
  return URL.canParse(url) ? email.slice(0, at) + new URL(url).hostname : email
}

/** An e-mail address, trimmed (R5.08). 254 characters is the longest that SMTP can carry. */
export const Email = z
  .string()
  .check(
    z.trim(),
    z.overwrite(withAsciiDomain),
    z.minLength(1, { error: 'required', abort: true }),
    z.maxLength(254, { error: 'max_length', abort: true }),
    z.email({ pattern: emailPattern, error: 'invalid_email', abort: true }),
  )

/** The `{userId}` of a path: a positive whole integer. */
export const UserParams = z.object({
  userId: z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}$/, 'invalid_input')),
    z.transform(text => Number(text)),
  ),
})

/** The `{id}` in a path: a positive whole number; any other text is answered `not_found`. */
export const IdParam = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'not_found')),
  z.transform(text => Number(text)),
)

/** The id of a row in a body: what PostgreSQL keeps as an integer. */
export const RowId = z.int().check(z.gte(1), z.lte(2_147_483_647))

/** Cursor pagination: at most `limit` items after the one that the cursor names. */
export const PageQuery = z.object({
  limit: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,3}$/, 'digits_only')),
      z.pipe(z.transform(Number), z.int().check(z.gte(1), z.lte(100))),
    ),
  ),
  cursor: z.optional(z.string().check(z.regex(/^\d{1,10}$/, 'invalid_input'))),
})
export const defaultPageSize = 20
