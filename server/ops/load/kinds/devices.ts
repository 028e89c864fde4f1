import * as z from 'zod'
import { Device, deviceIdPattern } from '#contract/devices/devices.ts'
import { devices } from '#server/modules/devices/tables.ts'
import { Key, ReaderEmail, Text } from '../fields.ts'
import { defineKind } from '../kind.ts'
import { findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { upsertRow } from '../upsert-row.ts'

const DeviceRow = z.strictObject({
  // The id by which its reader removes it.
  key: Key.regex(
    deviceIdPattern,
    'is no id that a call can name: 1 to 64 letters without accents, digits, "_" and "-"; correct it.',
  ),
  reader: ReaderEmail,
  name: Text,
  type: Device.shape.type,
  last_activity: FileTime,
  removed: FileTime.optional(),
})

/** Browsers and apps that read locked content. Use and removal of existing ones are not touched. */
export const devicesKind = defineKind({
  name: 'devices',
  schema: DeviceRow,
  keyOf: device => device.key,
  isBatched: true,
  write: async (context, device) =>
    upsertRow(context, devices, ['id'], ['userId', 'lastActivity', 'removedAt'], {
      id: device.key,
      userId: await findReaderId(context, device.reader),
      name: device.name,
      type: device.type,
      lastActivity: device.last_activity.at(context.now),
      removedAt: device.removed?.at(context.now) ?? null,
    }),
})
