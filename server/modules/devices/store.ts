import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database/database.ts'
import { prepareLookup } from '#server/platform/database/prepare-lookup.ts'
// Joined for reading only: the rows belong to the identity module.
import { sessions } from '../identity/tables.ts'
import { devices } from './tables.ts'

/** Devices of a reader, most recently used first, each with the live session in which it last read. */
export const findDevices = (db: Db, userId: number) =>
  db
    .select({ device: devices, sessionId: sessions.id })
    .from(devices)
    .leftJoin(sessions, and(eq(sessions.id, devices.sessionId), isNull(sessions.endedAt)))
    .where(and(eq(devices.userId, userId), isNull(devices.removedAt)))
    .orderBy(desc(devices.lastActivity), desc(devices.id))

/** Prepares what a reader's devices are called, most recently used first; part of every list of subscriptions. */
export const prepareDeviceNames = (db: Db) =>
  prepareLookup(
    devices.userId,
    (isAskedFor, suffix) =>
      db
        .select({ userId: devices.userId, id: devices.id, name: devices.name, type: devices.type })
        .from(devices)
        .where(and(isAskedFor, isNull(devices.removedAt)))
        .orderBy(desc(devices.lastActivity), desc(devices.id))
        .prepare(`device_names${suffix}`),
    row => row.userId,
  )
