import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Dependencies of the embedded forum. */
export type EmbeddedForum = {
  db: Db
  clock: Clock
  /** Where the publisher shows a discussion, with `{code}` in the place of its name; undefined when nowhere. */
  discussionUrl: string | undefined
}
