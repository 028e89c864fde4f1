import type { FastifyInstance } from 'fastify'
import { isClosedIn, type ServiceMode } from '#contract/config/service-mode.ts'
import type { ErrorKey } from '#contract/errors.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { CurrentMode } from './watch-service-mode.ts'

/** When to try again, in seconds, where staff have told no end. */
const usualRetryS = 600

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused since staff have set a mode: counted as such, not as a failure. */
    isClosed: boolean
  }
}

/** Refusals of a mode. */
export const refusalOfMode = {
  read_only: 'read_only_mode',
  maintenance: 'maintenance_mode',
} as const satisfies Record<ServiceMode, ErrorKey>

/** Refuses what the mode closes (R13.19) before anything of a request is looked at; /ops/v1 is never closed. */
export function refuseClosed(app: FastifyInstance, clock: Clock, currentMode: CurrentMode): void {
  app.decorateRequest('isClosed', false)
  app.addHook('onRequest', async request => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || !isClosedIn('maintenance', endpoint)) return
    const mode = await currentMode()
    if (!mode || !isClosedIn(mode.name, endpoint)) return
    request.isClosed = true
    const retryAfterS = mode.until ? Math.ceil(mode.until.since(clock.now()).total('seconds')) : usualRetryS
    throw new AppError(refusalOfMode[mode.name], { retryAfterS })
  })
}
