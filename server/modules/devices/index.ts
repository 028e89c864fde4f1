/**
 * The metered uses of a subscription: owns the devices that read locked content and the downloads of e-books.
 * It never decides what may be read: it meters, and tells how much is left.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/devices/devices.ts'
import { clearSessionCookies } from '#server/modules/identity/index.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { askingDevice } from './device-id.ts'
import { listDevices } from './list-devices.ts'
import { removeDevice } from './remove-device.ts'
import { useDevice } from './use-device.ts'

export { countEbook } from './count-ebook.ts'
export { askingDevice, deviceIdOf } from './device-id.ts'
export { deviceLimit } from './device-limit.ts'
export { ebookUse } from './ebook-use.ts'
export { isOverLimit } from './is-over-limit.ts'
export { describeOverLimit } from './over-limit.ts'
export { removeDevice } from './remove-device.ts'
export { findDevices } from './store.ts'

type ModuleDeps = Deps & { deviceLimitOf: (userId: number) => Promise<number> }

export function registerDevices(app: FastifyInstance, deps: ModuleDeps): void {
  route(app, endpoints.listDevices, ({ actor, http }) => listDevices(deps, actor, askingDevice(http)))

  route(app, endpoints.useDevice, async ({ actor, params, body, reply }) => {
    const { cookieDomain, secureCookies } = deps.settings
    // The device's id, for all sites of the publisher, with the longest lifetime that browsers allow.
    reply.setCookie(endpoints.deviceCookie, params.id, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: secureCookies,
      maxAge: 400 * 86_400,
      ...(cookieDomain === '' ? {} : { domain: cookieDomain }),
    })
    return useDevice(deps, actor, { ...body, id: params.id })
  })

  route(app, endpoints.removeDevice, async ({ actor, params, reply }) => {
    const signedOut = await removeDevice(deps, actor, params.id)
    if (signedOut === actor.sessionId) clearSessionCookies(reply, deps.settings)
  })
}
