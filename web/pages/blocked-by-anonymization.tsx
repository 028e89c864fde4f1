import type { ReactNode } from 'react'
import { readUser } from '#contract/identity/identity.ts'
import { useEndpoint } from '#web/lib/call/use-endpoint.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Whether the account is waiting for its deletion, so that changes are refused. False while that is not known. */
export function useIsDeletionPending(): boolean {
  const { data: user } = useEndpoint(readUser, { params: useOwnParams() })
  return user?.anonymization !== undefined && user.anonymization !== null
}

type BlockedByAnonymizationProps = {
  children: ReactNode
  /** Shown in place of the forms. */
  instead?: ReactNode
}

/**
 * Wraps forms that change the account, which go while it is waiting for its deletion. The notice on top says why, and keeps
 * the account.
 */
export const BlockedByAnonymization = ({ children, instead }: BlockedByAnonymizationProps) =>
  useIsDeletionPending() ? instead : children
