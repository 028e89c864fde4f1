/**
 * The reader's own activity log: owns what happened to each account and shows it to its reader. It never decides what to
 * log: use cases do, in their own transaction. Operators have an audit log of their own.
 */
import type { FastifyInstance } from 'fastify'
import { listActivity as endpoint } from '#contract/activity/activity.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { listActivity } from './list-activity.ts'

export { recordActivities, recordActivity } from './record-activity.ts'

export function registerActivity(app: FastifyInstance, deps: Deps): void {
  route(app, endpoint, ({ actor, query }) => listActivity(deps, actor, query))
}
