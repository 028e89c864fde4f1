import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, UserParams, usersPath } from '../wire.ts'

/** One browser in which the account is signed in. Its user agent may be unknown to us. */
export const Session = z.object({
  id: z.string(),
  browser: z.nullable(z.string()),
  system: z.nullable(z.string()),
  started_at: Instant,
  last_activity: Instant,
  /** The caller's own session. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

const sessionsPath = `${usersPath}/sessions` as const
const common = { tag: 'Reader', access: 'reader' } as const

export const listSessions = endpoint({
  ...common,
  method: 'GET',
  path: sessionsPath,
  summary: 'Where the account is signed in: this browser first, then by last activity',
  params: UserParams,
  success: { status: 200, body: z.object({ items: z.array(Session) }) },
})

export const endSession = endpoint({
  ...common,
  method: 'DELETE',
  path: `${sessionsPath}/:id`,
  summary: 'Sign out one browser',
  whileAnonymizationPending: true,
  staysIn: 'read_only',
  params: z.extend(UserParams, { id: z.string().check(z.regex(/^[\w-]{10,64}$/, 'not_found')) }),
  success: { status: 204 },
})

export const endOtherSessions = endpoint({
  ...common,
  method: 'DELETE',
  path: sessionsPath,
  summary: 'Sign out every browser but the one that asks',
  whileAnonymizationPending: true,
  staysIn: 'read_only',
  params: UserParams,
  success: { status: 204 },
})
