import { useQueryClient } from '@tanstack/react-query'
import { readUser } from '#contract/identity/identity.ts'
import { withdrawAnonymization } from '#contract/privacy/anonymization.ts'
import { call } from '#web/lib/call/api.ts'
import { readOptions } from '#web/lib/call/use-endpoint.ts'
import { useSubmission } from '#web/lib/forms/use-submission.ts'
import { useOwnParams } from '#web/lib/reader/profile.ts'

/** Reads anew what an account's deletion changes when it is asked for or taken back: renewals and the log as well. */
export function useAnonymizationChanged(): () => Promise<void> {
  const queries = useQueryClient()
  const params = useOwnParams()
  return async () => {
    await queries.invalidateQueries(readOptions(readUser, { params }))
    void queries.invalidateQueries()
  }
}

/**
 * Takes the wish for deletion back.
 *
 * @param onKept called when the account stays and the page knows it
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
