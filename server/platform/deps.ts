import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Notifications } from './notifications.ts'
import type { RateLimiter } from './rate-limiter.ts'
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
