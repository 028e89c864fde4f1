/**
 * Messages to the publisher's help desk: passes them on as mails and gives each a number. It keeps none of them.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/help/write-to-help-desk.ts'
import type { Deps } from '#server/platform/deps.ts'
import { callerOf } from '#server/platform/http/caller.ts'
import { route } from '#server/platform/http/route.ts'
import { writeToHelpDesk } from './write-to-help-desk.ts'

export function registerHelp(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.writeToHelpDesk, async ({ body, http }) => {
    // Visitors write too.
    const actor = await app.authenticate(http).catch(() => undefined)
    return writeToHelpDesk(deps, { ...callerOf(http), request: body, userId: actor?.userId })
  })
}
