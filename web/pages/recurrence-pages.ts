/** /predplatne/zmenit (R11.02). */
export { ChangeSubscription as ChangeSubscriptionPage } from '#web/features/recurrence/change-subscription/change-subscription.tsx'
/** /predplatne/potvrdit-platbu (R11.12). */
export { ConfirmPayment as ConfirmPaymentPage } from '#web/features/recurrence/confirm-payment/confirm-payment.tsx'
/** /predplatne/pozastavit (R11.03). */
export { PauseRecurrence as PauseRecurrencePage } from '#web/features/recurrence/pause-recurrence/pause-recurrence.tsx'
/** /predplatne/zapnut-obnovovanie (R4.06). */
export { StartRecurrence as StartRecurrencePage } from '#web/features/recurrence/start-recurrence/start-recurrence.tsx'
