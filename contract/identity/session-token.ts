/** Claims of a role: `exp` in seconds since 1970, `dlr` device limit reached, `rec` renews by itself (R3.05). */
export type RoleClaims = { exp: number; dlr: boolean; rec: boolean }

/**
 * The session token's payload, as the cookie `ppp` carries it to every site of the publisher (R3.05).
 * `sid` is the session that it belongs to; `reg` and all times are seconds since 1970.
 */
export type SessionPayload = {
  sub: string
  iat: number
  exp: number
  jti: string
  aud: string
  sid?: string | undefined
  eml?: string | undefined
  cnf?: boolean | undefined
  pst?: boolean | undefined
  loc?: string | undefined
  reg?: number | undefined
  sgl?: boolean | undefined
  sbr?: Record<string, RoleClaims> | undefined
}

type Check = (value: unknown) => boolean

const isText: Check = value => typeof value === 'string' && value !== ''
const isTruth: Check = value => typeof value === 'boolean'
const optional =
  (check: Check): Check =>
  value =>
    value === undefined || check(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRole: Check = role =>
  isRecord(role) && Number.isInteger(role['exp']) && isTruth(role['dlr']) && isTruth(role['rec'])

/** What each claim has to be. Plain functions: every page's start checks the token, and so needs no zod (decision 092). */
export const sessionClaims: { readonly [Claim in keyof SessionPayload]-?: Check } = {
  sub: value => typeof value === 'string' && /^[1-9]\d{0,9}$/.test(value),
  iat: Number.isInteger,
  exp: Number.isInteger,
  jti: isText,
  aud: isText,
  sid: optional(value => typeof value === 'string'),
  eml: optional(value => typeof value === 'string'),
  cnf: optional(isTruth),
  pst: optional(isTruth),
  loc: optional(value => typeof value === 'string'),
  reg: optional(Number.isInteger),
  sgl: optional(isTruth),
  sbr: optional(value => isRecord(value) && Object.values(value).every(isRole)),
}

const isPayload = (value: unknown): value is SessionPayload =>
  isRecord(value) && Object.entries(sessionClaims).every(([claim, check]) => check(value[claim]))

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
  const claims = decodeJson(payload)
  return isPayload(claims) ? claims : undefined
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
