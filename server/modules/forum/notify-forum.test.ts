import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { ForumMember } from '#server/gateways/forum/port.ts'
import { users } from '#server/modules/identity/tables.ts'
import { eraseDueReaders } from '#server/modules/privacy/index.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { banFromForum, liftForumBan } from './ban-reader.ts'
import { changeVisibility } from './change-visibility.ts'
import type { ForumDeps } from './forum-deps.ts'
import { consumeForumJobs } from './notify-forum.ts'
import { findProfile } from './store.ts'
import { forumProfiles } from './tables.ts'

const server = openForFile(createTestApp)

test('R6.06 race: a slow request of one worker takes no ban back that another has told the forum', async () => {
  const { id: userId } = await makeReader(server.deps)
  await server.deps.db.insert(forumProfiles).values({ userId, nickname: 'pomaly' })
  /** Each request, in the order of sending: it arrives when it is let through. */
  const requests: { arrive: () => void }[] = []
  let atForum: ForumMember | undefined
  const putMember = async (_: string, member: ForumMember) => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    requests.push({ arrive: () => resolve(undefined) })
    await promise
    atForum = member
  }
  let work: (data: unknown, isLastTry: boolean) => Promise<void> = async () => undefined
  await consumeForumJobs({
    ...server.deps,
    jobs: { ...server.deps.jobs, consume: async (_, handle) => void (work = handle) },
    // Nothing else of it is called.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    forum: { putMember } as Partial<ForumDeps['forum']> as ForumDeps['forum'],
  })

  const slow = work({ userId }, false)
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  await server.deps.db
    .update(forumProfiles)
    .set({ bannedAt: server.clock.now() })
    .where(eq(forumProfiles.userId, userId))
  const quick = work({ userId }, false)
  await vi.waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.arrive()
  await quick
  expect(atForum).toMatchObject({ banned: true })
  requests[0]?.arrive()
  await Promise.race([slow, vi.waitFor(() => expect(requests).toHaveLength(3))])
  requests[2]?.arrive()
  await slow
  expect(atForum).toMatchObject({ nickname: 'pomaly', banned: true })
})

test('R6.06 each change of a profile has a higher revision, by which the forum knows what arrives late', async () => {
  const { db } = server.deps
  const { id: userId } = await makeReader(server.deps)
  const revision = async () => (await findProfile(db, userId))?.revision
  await changeVisibility(server.deps, { userId, sessionId: '' }, 'public')
  expect(await revision()).toBe(1)
  await db.transaction(tx => banFromForum(tx, server.deps, userId, null))
  expect(await revision()).toBe(2)
  await db.transaction(tx => liftForumBan(tx, server.deps, userId))
  await changeVisibility(server.deps, { userId, sessionId: '' }, 'private')
  expect(await revision()).toBe(4)
  await db.update(users).set({ anonymizationRequestedAt: server.clock.now() }).where(eq(users.id, userId))
  server.clock.advance('P31D')
  await eraseDueReaders(server.deps)
  expect(await revision()).toBe(5)
})
