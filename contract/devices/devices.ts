import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, UserParams, usersPath } from '../wire.ts'

/** A browser or app that read locked content (R3.07). */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['browser', 'phone', 'tablet', 'app']),
  last_activity: Instant,
  current: z.boolean(),
})
export type Device = z.infer<typeof Device>

export const DeviceLimit = z.object({
  devices: z.int(),
  device_limit: z.int(),
  removal_limit: z.int(),
  removed_devices: z.int(),
  enabled: z.boolean(),
})

export const listDevices = endpoint({
  method: 'GET',
  path: `${usersPath}/devices`,
  summary: 'Devices that read locked content, most recently used first',
  tag: 'Devices',
  access: 'reader',
  params: UserParams,
  success: { status: 200, body: z.object({ limit: DeviceLimit, items: z.array(Device) }) },
})
