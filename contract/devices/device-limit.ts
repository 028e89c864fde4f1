import * as z from 'zod/mini'

/** How many devices may read at once, and how many may still be removed this month. */
export const DeviceLimit = z.object({
  devices: z.int(),
  device_limit: z.int(),
  removal_limit: z.int(),
  removed_devices: z.int(),
  enabled: z.boolean(),
})
