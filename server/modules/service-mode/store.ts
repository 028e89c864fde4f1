import { gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { ServiceMode } from '#contract/config/service-mode.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import { serviceMode } from './tables.ts'

/** A mode that staff have set. */
export type SetMode = { name: ServiceMode; since: Temporal.Instant; until: Temporal.Instant | null }

const holdsAt = (now: Temporal.Instant) => or(isNull(serviceMode.until), gt(serviceMode.until, now))

/** Whether a mode holds: in the statements of work that a reader could still have prevented, which waits. */
export const isModeSet = (now: Temporal.Instant): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${serviceMode} where ${holdsAt(now)})`

/** The mode that holds now; undefined while everything is open. */
export async function readServiceMode({
  db,
  clock,
}: Pick<Deps, 'clock'> & { db: Db | Tx }): Promise<SetMode | undefined> {
  const { name, since, until } = serviceMode
  const [mode] = await db.select({ name, since, until }).from(serviceMode).where(holdsAt(clock.now()))
  return mode
}

/** Sets a mode in the place of any other. */
export async function setServiceMode(tx: Tx, mode: SetMode): Promise<void> {
  await tx.insert(serviceMode).values(mode).onConflictDoUpdate({ target: serviceMode.only, set: mode })
}

/** Opens everything. */
export async function endServiceMode(tx: Tx): Promise<void> {
  await tx.delete(serviceMode)
}
