import { readUser } from '#contract/identity/identity.ts'
import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/call/api.ts'
import { invalidate, queryClient } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Invalidates queries that a request or cancellation of the deletion changes, also renewals and the log. */
export async function refreshAll(): Promise<void> {
  await invalidate(readUser)
  void queryClient.invalidateQueries()
}

/** Cancels the deletion. @param onKept called after the cancellation and a refetch */
export function useWithdrawal(onKept: () => void) {
  const params = useOwnParams()
  return useSubmission([], async () => {
    await call(withdrawAnonymization, { params })
    await refreshAll()
    onKept()
  })
}
