import { listChanges } from '#contract/recurrence/change-subscription.ts'
import { listPauses } from '#contract/recurrence/pause-recurrence.ts'
import { listOffers } from '#contract/recurrence/recurrence.ts'
import { listSubscriptions } from '#contract/subscriptions/subscriptions.ts'
import { invalidate, queryClient } from '#web/lib/call/use-endpoint.ts'

/** What can be done with a renewal, which depends on what was done with it. */
const choices = [listChanges, listPauses, listOffers]

/** Refetches what a change of a renewal has made stale. */
export async function refreshRenewal(): Promise<void> {
  forgetChoices()
  await Promise.all([listSubscriptions, ...choices].map(invalidate))
}

/** Drops the choices that no page shows: one that is opened later would show them until the new answer comes. */
export function forgetChoices(): void {
  for (const { path } of choices) queryClient.removeQueries({ queryKey: [path], type: 'inactive' })
}
