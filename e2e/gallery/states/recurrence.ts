import { cardStates } from './recurrence/change-card.ts'
import { changeStates } from './recurrence/change-subscription.ts'
import { confirmStates } from './recurrence/confirm-payment.ts'
import { pauseStates } from './recurrence/pause-recurrence.ts'
import { startStates } from './recurrence/start-recurrence.ts'
import { stopStates } from './recurrence/stop-recurrence.ts'

/** The pages of the renewal and of its card. */
export const recurrenceStates = [
  ...stopStates,
  ...pauseStates,
  ...changeStates,
  ...confirmStates,
  ...startStates,
  ...cardStates,
]
