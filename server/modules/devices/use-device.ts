import { and, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import type { Device, useDevice as endpoint } from '#contract/devices/devices.ts'
import type { EndpointAnswer } from '#contract/endpoint.ts'
import { isAlive, lockReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { rowIdOf, rowIdsOf } from './device-id.ts'
import { deviceLimit } from './device-limit.ts'
import { isOverLimit } from './is-over-limit.ts'
import { devices } from './tables.ts'

/** Devices that are kept of a reader; none beyond these has read for long. */
const mostDevices = 100

type ModuleDeps = Pick<Deps, 'db' | 'clock'> & { deviceLimitOf: (userId: number) => Promise<number> }

/**
 * Records the use of a device that reads locked content. One over the limit does not regain access by asking: its reader
 * removes another one first.
 *
 * @param used.id the device's own id
 * @throws AppError `not_logged_in` when the session has ended since the call was authenticated
 */
export async function useDevice(
  deps: ModuleDeps,
  actor: Actor,
  used: { id: string; name: string; type: Device['type'] },
): Promise<EndpointAnswer<typeof endpoint>> {
  const { userId, sessionId } = actor
  const limit = await deps.deviceLimitOf(userId)
  const over = await deps.db.transaction(async tx => {
    await lockReader(tx, userId)
    // Race: a removal or an erasure was first; the device would be back with a session that is over.
    if (!(await isAlive(tx, actor))) throw new AppError('not_logged_in')
    if (await isOverLimit(tx, userId, limit, used.id)) return true
    await note(tx, { lastActivity: deps.clock.now(), userId, sessionId }, used)
    return false
  })
  return { limit: await deviceLimit(deps, userId, limit), within_limit: !over }
}

async function note(
  tx: Tx,
  { userId, ...use }: { lastActivity: Temporal.Instant; userId: number; sessionId: string },
  { id, name, type }: { id: string; name: string; type: Device['type'] },
): Promise<void> {
  // A session belongs to the device that it was last seen in, so removing a former id of that device ends no session.
  await tx
    .update(devices)
    .set({ sessionId: null })
    .where(and(eq(devices.userId, userId), eq(devices.sessionId, use.sessionId)))
  const known = await tx
    .update(devices)
    .set({ name, type, ...use })
    .where(
      and(eq(devices.userId, userId), inArray(devices.id, rowIdsOf(userId, id)), isNull(devices.removedAt)),
    )
    .returning({ id: devices.id })
  if (known.length > 0) return
  const rowId = rowIdOf(userId, id)
  // A removed device that reads again is a new one; the removed row is renamed, so that its removal stays counted.
  await tx
    .update(devices)
    .set({ id: sql`${devices.id} || '~' || extract(epoch from ${devices.removedAt})` })
    .where(and(eq(devices.id, rowId), isNotNull(devices.removedAt)))
  await tx.insert(devices).values({ id: rowId, userId, name, type, ...use })
  await forgetBeyond(tx, userId)
}

/** Whoever reads in private windows has a device each time: those used longest ago are forgotten (decision 009). */
async function forgetBeyond(tx: Tx, userId: number): Promise<void> {
  const isTheirs = and(eq(devices.userId, userId), isNull(devices.removedAt))
  const kept = tx
    .select({ id: devices.id })
    .from(devices)
    .where(isTheirs)
    .orderBy(desc(devices.lastActivity), desc(devices.id))
    .limit(mostDevices)
  await tx.delete(devices).where(and(isTheirs, notInArray(devices.id, kept)))
}
