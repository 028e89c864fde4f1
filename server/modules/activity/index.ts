/**
 * The reader's own log: owns what happened to each account and shows it to its reader. It never decides what is worth
 * noting: use cases do, in their own transaction. What operators do is in another log.
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
