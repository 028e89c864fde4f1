// Checks of values in production. Each returns why a value is refused, in words that follow the variable's
// name; undefined when it is accepted.
import * as z from 'zod'
import { demoValues } from './demo-values.ts'

/** Variables as they are given; an empty one counts as not set. */
export type Given = Record<string, string | undefined>

const isDemos = (host: string) => host === demoValues.domain || host.endsWith(`.${demoValues.domain}`)

/** Host of an address; empty when it is none. */
export const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).hostname : '')

/** Browsers treat loopback as a secure context, so an installation can be tried there without a certificate. */
const isLoopback = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** One of the installation's own origins: https, without a path that would be dropped, and not the demo’s. */
export function originFault(value: string): string | undefined {
  const host = hostOf(value)
  if (isDemos(host)) return 'is an address of the demo’s publisher'
  if (value.startsWith('http:') && !isLoopback(host))
    return 'has to begin with https, or its cookies could be read'
  return /^https?:\/\/[^/]+\/./.test(value)
    ? 'has to end with its host, since its path would be dropped'
    : undefined
}

/** Address of another system: not the demo’s. */
export const siteFault = (value: string) =>
  isDemos(hostOf(value)) ? 'is an address of the demo’s publisher' : undefined

/** An e-mail address: not the demo’s. */
export const emailFault = (value: string) =>
  isDemos(value.split('@').at(-1)?.toLowerCase() ?? '') ? 'is an address of the demo’s publisher' : undefined

const PrivateKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), d: z.string() })

/** A key that signs: a private one of P-256, as a JWK. */
export function keyFault(value: string): string | undefined {
  try {
    PrivateKey.parse(JSON.parse(value))
    return undefined
  } catch {
    return 'is no private key of P-256 as a JWK'
  }
}

/** Whether a text is random cannot be checked; these are surely not. */
export function secretFault(value: string): string | undefined {
  if (new Set(value).size < 10) return 'is not random'
  if (/change.?me|example|only-for|password|secret/i.test(value)) return 'is one that others know'
  return undefined
}

/** The demo's value; white space and case are ignored. */
export const isDemosOwn =
  (...known: string[]) =>
  (value: string) =>
    known.some(each => each.replaceAll(/\s/g, '').toLowerCase() === value.replaceAll(/\s/g, '').toLowerCase())
      ? 'is the demo’s own'
      : undefined

/**
 * With Stripe's test keys readers get what nobody has paid for; they are allowed in a rehearsal (ENVIRONMENT).
 */
export const stripeFault = (value: string, { ENVIRONMENT }: Given) =>
  /^[a-z]+_test_/.test(value) && (ENVIRONMENT ?? 'production') === 'production'
    ? 'is a test key that takes no money; for a rehearsal name it, e.g. ENVIRONMENT=staging'
    : undefined
