import { forumTopics } from '#server/gateways/forum/embedded/tables.ts'
import type { Deps } from '#server/platform/deps.ts'

let made = 0

/** Opens a topic in the embedded forum. @returns its id there */
export async function makeTopic(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  given: Partial<typeof forumTopics.$inferInsert> = {},
): Promise<string> {
  const code = `topic-${made++}`
  const [topic] = await db
    .insert(forumTopics)
    .values({ code, title: `Téma ${code}`, state: 'open', activeAt: clock.now(), ...given })
    .returning({ id: forumTopics.id })
  return String(topic?.id)
}
