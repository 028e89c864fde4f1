import type { SessionPayload } from '#contract/identity/session-token.ts'

/** A right that the reader has by a subscription (R3.03). Its name is never shown, save `article` (R6.07). */
export type SubscriptionRole = {
  name: string
  /** Milliseconds since 1970. */
  expireAt: number
  deviceLimitReached: boolean
  recurring: boolean
}

export type SubscriptionRoles = Readonly<Record<string, SubscriptionRole>>

/** A requested role that the reader lacks (R3.04). */
export class InvalidRoleError extends Error {
  override name = 'InvalidRoleError'
  constructor() {
    super('The reader does not have this role')
  }
}

/** The roles in a session's token. */
export function rolesOf(claims: SessionPayload['sbr'] = {}): SubscriptionRoles {
  return Object.fromEntries(
    Object.entries(claims).map(([name, { exp, dlr, rec }]) => [
      name,
      { name, expireAt: exp * 1000, deviceLimitReached: dlr, recurring: rec },
    ]),
  )
}

/** Whether a role has expired (R3.03). */
export const isExpired = (role: SubscriptionRole, nowMs: number): boolean => role.expireAt - nowMs <= 0

/** Whether it has not expired and this device is within the limit (R3.03). */
export const isActive = (role: SubscriptionRole, nowMs: number): boolean =>
  !isExpired(role, nowMs) && !role.deviceLimitReached

/** A reader with any role at all is a subscriber (R3.04). */
export const isSubscriber = (roles: SubscriptionRoles): boolean => Object.keys(roles).length > 0

/** The reader pays for single articles (R3.04). */
export const isArticleSubscriber = (roles: SubscriptionRoles): boolean => Object.hasOwn(roles, 'article')

/** One role by name. @throws InvalidRoleError when the reader lacks it (R3.04) */
export function roleByName(roles: SubscriptionRoles, name: string): SubscriptionRole {
  const role = Object.hasOwn(roles, name) ? roles[name] : undefined
  if (!role) throw new InvalidRoleError()
  return role
}
