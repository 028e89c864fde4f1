import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { forumChanges, forumNicknames, forumProfiles } from '#server/modules/forum/tables.ts'
import { users } from '#server/modules/identity/tables.ts'
import { openFolderLoad, reader } from '#server/testing/make/load-folder.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { loadFolder } from '../load-folder.ts'

const folder = await openFolderLoad()
beforeEach(folder.empty)
afterAll(folder.close)

const profile = { reader: reader.email, nickname: 'novak', state: 'public' }
const requested = { state: 'requested', requested: '-P2D' }

test('R5.05 a reader may have asked for the own nickname, written otherwise', async () => {
  await folder.put('readers.json', [reader])
  await folder.put('forum-profiles.json', [
    { ...profile, nickname_change: { nickname: 'Novák', ...requested } },
  ])
  await folder.load()
  expect(await folder.db.select().from(forumChanges)).toMatchObject([{ value: 'Novák' }])
})

test('R4.11 a folder that is loaded again changes nothing', async () => {
  await folder.put('readers.json', [reader])
  await folder.put('forum-profiles.json', [
    { ...profile, nickname_change: { nickname: 'peter', ...requested } },
  ])
  await folder.load()
  const loaded = await folder.everything()
  folder.wait(24)
  await folder.load()
  expect(await folder.everything()).toEqual(loaded)
})

test.each([requested, { state: 'declined', requested: '-P9D', decided: '-P8D' }])(
  'R4.11 who has asked here meanwhile waits for that, though the files tell of one that is $state',
  async change => {
    await folder.put('readers.json', [reader])
    await folder.load()
    const [user] = await folder.db.select().from(users)
    const userId = user?.id ?? 0
    await folder.db.insert(forumNicknames).values({ skeleton: 'vlastna', userId, used: false })
    const wish = { userId, kind: 'nickname', value: 'Vlastná', state: 'requested' } as const
    await folder.db.insert(forumChanges).values({ ...wish, requestedAt: Temporal.Now.instant() })
    await folder.put('forum-profiles.json', [
      { ...profile, nickname_change: { nickname: 'peter', ...change } },
    ])
    await folder.load()
    expect(await folder.db.select().from(forumChanges)).toMatchObject([wish])
    expect(await folder.db.select().from(forumProfiles)).toMatchObject([{ nickname: 'novak' }])
  },
)

test('R5.05 nobody may have asked for what looks like the nickname of another reader', async () => {
  const other = { ...reader, email: 'peter@example.com' }
  await folder.put('readers.json', [reader, other])
  await folder.put('forum-profiles.json', [
    profile,
    {
      ...profile,
      reader: other.email,
      nickname: 'peter',
      nickname_change: { nickname: 'N0vák', ...requested },
    },
  ])
  await expect(folder.load()).rejects.toThrow('"N0vák" looks like a nickname that is taken already')
})

test('R4.11 R4.12 reasons stand in a sentence of ours, which has its own full stop', async () => {
  const reason = { sk: 'Uráža ostatných.', en: 'Insults others!' }
  await folder.put('readers.json', [reader])
  await folder.put('forum-profiles.json', [
    {
      ...profile,
      banned_since: '-P8D',
      banned_reason: reason,
      nickname_change: {
        nickname: 'redakcia',
        state: 'declined',
        requested: '-P3D',
        decided: '-P2D',
        reason,
      },
    },
  ])
  await folder.load()
  expect(await folder.db.select().from(forumProfiles)).toMatchObject([
    { banReasonSk: 'Uráža ostatných', banReasonEn: 'Insults others' },
  ])
  expect(await folder.db.select().from(forumChanges)).toMatchObject([
    { reasonSk: 'Uráža ostatných', reasonEn: 'Insults others' },
  ])
})

test('R4.12 a forum of the publisher’s own is told of nicknames and bans that were loaded', async () => {
  const told: unknown[] = []
  const forum = createServer((request, response) => {
    void json(request).then(member => {
      told.push([request.method, request.url, member])
      response.writeHead(204).end()
    })
  })
  await once(forum.listen(0, '127.0.0.1'), 'listening')
  const { port } = forum.address() as AddressInfo
  const server = await createTestApp({ FORUM_URL: `http://127.0.0.1:${port}`, FORUM_TOKEN: 'forum' })
  await folder.put('readers.json', [reader])
  await folder.put('forum-profiles.json', [{ ...profile, banned_since: '-P3D' }])
  await loadFolder(server.deps, folder.path)
  const member = { nickname: 'novak', blog: null, visibility: 'public', banned: true, revision: 1 }
  await vi.waitFor(() => expect(told).toEqual([['PUT', '/v1/members/1', member]]), 10_000)
  await server.close()
  forum.close()
})
