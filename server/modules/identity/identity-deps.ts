import type { FastifyRequest } from 'fastify'
import type { User } from '#contract/identity/identity.ts'
import type { SessionPayload } from '#contract/identity/session-token.ts'
import type { IdentityProviders, SubscribeWithGoogle } from '#server/gateways/identity-providers/port.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { TokenKeys } from './sessions/token-keys.ts'

/** Facts about a reader that other modules know; passed in when the server is put together. */
export type ReaderFacts = {
  /** The roles of the token claim `sbr` (R3.05) as the asking device has them. */
  rolesOf(userId: number, request: FastifyRequest): Promise<NonNullable<SessionPayload['sbr']>>
  deviceLimit(userId: number): Promise<User['device_limit']>
  ebooks(userId: number): Promise<User['ebooks']>
  isSubscriber(userId: number): Promise<boolean>
  /** Whether a payment by SMS repeats by itself (R6.05). */
  hasRecurringSms(userId: number): Promise<boolean>
  /** The number to be verified, and the seconds that its code still works. */
  phoneCode(userId: number): Promise<NonNullable<User['phone_code']> | null>
}

export type IdentityDeps = Deps & {
  facts: ReaderFacts
  keys: TokenKeys
  providers: IdentityProviders
  swg: SubscribeWithGoogle | undefined
  /** Gives a mailbox with its newsletters another e-mail; tells whether it did. Another module's work. */
  moveMailbox: (tx: Tx, from: string, to: string) => Promise<boolean>
  /** Removes the addresses that a company's documents are mailed to since a moment. Another module's work, too. */
  removeRecipientsSince: (
    tx: Tx,
    deps: Pick<Deps, 'clock' | 'jobs' | 'settings'>,
    added: { userId: number; since: Temporal.Instant },
  ) => Promise<void>
}
