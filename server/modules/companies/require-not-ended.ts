import { AppError } from '#server/platform/app-error.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { SharedRow } from './store.ts'

/**
 * Seats of an ended subscription can't be given any more.
 *
 * @throws AppError `company_subscription_ended`
 */
export function requireNotEnded({ clock }: Pick<Deps, 'clock'>, { endsAt }: SharedRow): void {
  if (Temporal.Instant.compare(endsAt, clock.now()) <= 0) throw new AppError('company_subscription_ended')
}
