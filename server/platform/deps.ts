import type { Clock } from './clock.ts'
import type { Db } from './database/database.ts'
import type { Notifications } from './database/notifications.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { Settings } from './settings.ts'
import type { Log } from './telemetry/log.ts'

/** Dependencies of a use case beyond its input: clock, database and outside services (dependency injection). */
export type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  notifications: Notifications
  limiter: RateLimiter
  log: Log
  settings: Settings
}
