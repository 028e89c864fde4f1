import { useQueryClient } from '@tanstack/react-query'
import { readUser } from '#contract/identity/identity.ts'
import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/call/api.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Invalidates queries that a request or cancellation of the deletion changes, also renewals and the log. */
export function useAnonymizationChanged(): () => Promise<void> {
  const queries = useQueryClient()
  const params = useOwnParams()
  return async () => {
    await queries.invalidateQueries(readOptions(readUser, { params }))
    void queries.invalidateQueries()
  }
}

/**
 * Cancels the deletion.
 *
 * @param onKept called after the cancellation and a refetch
 */
export function useWithdrawal(onKept: () => void) {
  const params = useOwnParams()
  const changed = useAnonymizationChanged()
  return useSubmission([], async () => {
    await call(withdrawAnonymization, { params })
    await changed()
    onKept()
  })
}
