/**
 * The metered uses of a subscription: owns the devices that read locked content and the downloads of e-books.
 * It never decides what may be read: it counts, and tells how much is left.
 */
import type { FastifyInstance } from 'fastify'
import { listDevices as endpoint } from '#contract/devices/devices.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listDevices } from './list-devices.ts'

export { ebookUse } from './ebook-use.ts'
export { deviceLimit } from './device-limit.ts'

type ModuleDeps = Deps & { deviceLimitOf: (userId: number) => Promise<number> }

export function registerDevices(app: FastifyInstance, deps: ModuleDeps): void {
  route(app, endpoint, ({ actor }) => listDevices(deps, actor))
}
