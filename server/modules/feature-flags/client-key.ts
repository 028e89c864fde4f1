import { AppError } from '#server/platform/app-error.ts'
import type { Settings } from '#server/platform/settings.ts'

/** @throws AppError `not_found` for another key than the publisher's */
export function requireClientKey(
  { featuresClientKey }: Pick<Settings, 'featuresClientKey'>,
  given: string,
): void {
  if (featuresClientKey === null || given !== featuresClientKey) throw new AppError('not_found')
}
