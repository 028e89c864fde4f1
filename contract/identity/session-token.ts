import * as z from 'zod/mini'

/** Claims of a role: `exp` in seconds since 1970, `dlr` device limit reached, `rec` renews by itself (R3.05). */
export const RoleClaims = z.object({ exp: z.int(), dlr: z.boolean(), rec: z.boolean() })

/**
 * The session token's payload, as the cookie `ppp` carries it to every site of the publisher (R3.05).
 * `sid` is the session that it belongs to; `reg` and all times are seconds since 1970.
 */
export const SessionPayload = z.object({
  sub: z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  iat: z.int(),
  exp: z.int(),
  jti: z.string().check(z.minLength(1)),
  aud: z.string().check(z.minLength(1)),
  sid: z.optional(z.string()),
  eml: z.optional(z.string()),
  cnf: z.optional(z.boolean()),
  pst: z.optional(z.boolean()),
  loc: z.optional(z.string()),
  reg: z.optional(z.int()),
  sgl: z.optional(z.boolean()),
  sbr: z.optional(z.record(z.string(), RoleClaims)),
})
export type SessionPayload = z.infer<typeof SessionPayload>

/** Names of the cookies that carry a session (R3.13). */
export const sessionCookies = {
  payload: 'ppp',
  signature: 'pps',
  refresh: 'ppr',
  userId: 'ppi',
  timeDifference: 'pptd',
} as const

/**
 * Parses the payload of a `header.payload` token without verifying its signature. Source: R5.11.
 *
 * @param token the cookie's value, untrusted
 * @returns the payload, or undefined when there are not exactly two parts of valid base64url and JSON with the
 * required claims
 */
export function parseSessionToken(token: string): SessionPayload | undefined {
  const parts = token.split('.')
  const [header, payload] = parts
  if (parts.length !== 2 || header === undefined || payload === undefined) return undefined
  if (decodeJson(header) === undefined) return undefined
  const parsed = SessionPayload.safeParse(decodeJson(payload))
  return parsed.success ? parsed.data : undefined
}

function decodeJson(part: string): unknown {
  if (!/^[\w-]+$/.test(part)) return undefined
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), c => c.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
