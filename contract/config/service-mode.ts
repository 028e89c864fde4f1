import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

/** What staff set while readers can change nothing (`read_only`), or while the account area is closed (`maintenance`). */
export const ServiceMode = z.enum(['read_only', 'maintenance'])
export type ServiceMode = z.infer<typeof ServiceMode>

/**
 * Whether a call is refused in a mode (R13.19): writes in both, in maintenance what is read of a reader as well, but for
 * those that say by `staysIn` that they stay.
 */
export function isClosedIn(
  mode: ServiceMode,
  { method, access, staysIn }: Pick<Endpoint, 'method' | 'access' | 'staysIn'>,
): boolean {
  if (staysIn === 'maintenance' || staysIn === mode) return false
  return method !== 'GET' || (mode === 'maintenance' && access === 'reader')
}
