import * as z from 'zod/mini'
import { isPlainText } from '../addresses/plain-text.ts'
import { endpoint } from '../endpoint.ts'
import { Instant, requiredText, UserParams, usersPath } from '../wire.ts'
import { DeviceLimit } from './device-limit.ts'

/** A browser or app that read locked content (R3.07). */
export const Device = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['browser', 'phone', 'tablet', 'app']),
  last_activity: Instant,
  current: z.boolean(),
  /** Whose session ends when it is removed: nobody's, that device's, or the caller's own. */
  signs_out: z.enum(['no', 'there', 'here']),
})
export type Device = z.infer<typeof Device>

/**
 * The cookie that identifies a browser on all of the publisher's sites, and the header that identifies an app,
 * since apps keep no cookies. Its value is the `id` of PUT.
 */
export const deviceCookie = 'ppd'
export const deviceHeader = 'x-device-id'

/** What the id of a device may be, in calls and in the publisher’s files. */
export const deviceIdPattern = /^[A-Za-z0-9_-]{1,64}$/

const DeviceParams = z.extend(UserParams, {
  id: z.string().check(z.regex(deviceIdPattern, 'not_found')),
})

const own = { tag: 'Devices', access: 'reader' } as const

export const listDevices = endpoint({
  ...own,
  method: 'GET',
  path: `${usersPath}/devices`,
  summary: 'Devices that read locked content, most recently used first',
  params: UserParams,
  success: { status: 200, body: z.object({ limit: DeviceLimit, items: z.array(Device) }) },
})

export const useDevice = endpoint({
  ...own,
  method: 'PUT',
  path: `${usersPath}/devices/:id`,
  summary:
    'A device reads locked content; called by the publisher’s sites and apps, which choose its id at random',
  // Paid content stays readable to the last day.
  whileAnonymizationPending: true,
  staysIn: 'maintenance',
  params: DeviceParams,
  body: z.strictObject({
    name: requiredText(100).check(z.refine(isPlainText, 'invalid_input')),
    type: Device.shape.type,
  }),
  success: {
    status: 200,
    body: z.object({
      limit: DeviceLimit,
      /** False for a device over the limit: the most recently used keep access. */
      within_limit: z.boolean(),
    }),
  },
})

export const removeDevice = endpoint({
  ...own,
  method: 'DELETE',
  path: `${usersPath}/devices/:id`,
  summary:
    'Make room for another device, and sign it out where its session is known; at most three a calendar month',
  params: DeviceParams,
  success: { status: 204 },
  refusals: ['device_removal_limit_reached'],
})
