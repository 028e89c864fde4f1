import type { Clock } from './clock.ts'
import type { Db } from './database/database.ts'
import type { Notifications } from './database/notifications.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

/** All that a use case may reach beyond its input: time, facts and the outside come through here. */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  notifications: Notifications
  limiter: RateLimiter
  log: Log
  settings: Settings
}
