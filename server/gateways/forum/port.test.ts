import { createServer } from 'node:http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineClock } from '#server/platform/clock.ts'
import { makeTopic } from '#server/testing/make/topic.ts'
import { createTestDatabase } from '#server/testing/setup/test-database.ts'
import { memberOf } from './embedded/member-of.ts'
import { startForum } from './embedded/start-forum.ts'
import { forumTopics } from './embedded/tables.ts'
import { httpForum } from './http.ts'
import { type ForumGateway, ForumRefusal, ForumUnavailable } from './port.ts'

type Counter = {
  forum: ForumGateway
  openTopic(state: 'open' | 'blocked' | 'deleted'): Promise<string>
  /** The forum's own id of a member, as its lists name it. */
  idOf(reader: string): Promise<string>
  stop(): Promise<unknown>
}

const forums: [name: string, open: () => Promise<Counter>][] = [['embedded', openEmbedded]]

// Contract of all forums: add another one to the list above.
describe.each(forums)('the forum %s', (_name, open) => {
  let counter: Counter
  let forum: ForumGateway
  beforeAll(async () => {
    counter = await open()
    ;({ forum } = counter)
  })
  afterAll(() => counter.stop())

  let named = 0
  const newMember = async (nickname: string | null = null) => {
    const reader = `reader-${named++}`
    await forum.putMember(reader, { nickname, blog: null, visibility: 'public', banned: false, revision: 1 })
    return reader
  }
  const all = { limit: 100 }

  test('an unknown reader has no activity', async () => {
    expect(await forum.readActivity('nobody')).toEqual({
      postCount: 0,
      firstActivity: null,
      lastActivity: null,
    })
    for (const list of ['listDiscussions', 'listPosts', 'listFollowing', 'listFollowers'] as const) {
      expect(await forum[list]('nobody', all)).toEqual({ items: [], next_cursor: null, total: 0 })
    }
  })

  test('posts are counted, and pagination leaves nothing out and repeats nothing', async () => {
    const reader = await newMember()
    const topic = await counter.openTopic('open')
    for (let n = 0; n < 7; n++) await forum.addPost(reader, topic, `Príspevok ${n}\n„áno“`)
    const texts: string[] = []
    let cursor: string | undefined
    do {
      const page = await forum.listPosts(reader, { limit: 3, cursor })
      expect(page.total).toBe(7)
      texts.push(...page.items.map(post => post.text))
      cursor = page.next_cursor ?? undefined
      // Keyset pagination: rows added meanwhile shift nothing.
      if (texts.length === 3) await forum.addPost(await newMember(), topic, 'Niekto iný')
    } while (cursor !== undefined)
    expect(texts).toEqual([6, 5, 4, 3, 2, 1, 0].map(n => `Príspevok ${n}\n„áno“`))
    const { postCount, firstActivity, lastActivity } = await forum.readActivity(reader)
    expect(postCount).toBe(7)
    expect(Temporal.Instant.compare(firstActivity ?? '', lastActivity ?? '')).toBeLessThanOrEqual(0)
  })

  test('R4.12 a blocked topic takes no post, a deleted one no follower either; both are shown as such', async () => {
    const reader = await newMember()
    const blocked = await counter.openTopic('blocked')
    const deleted = await counter.openTopic('deleted')
    await expect(forum.addPost(reader, blocked, 'Nie')).rejects.toMatchObject({ reason: 'topic_blocked' })
    await expect(forum.addPost(reader, deleted, 'Nie')).rejects.toMatchObject({ reason: 'topic_deleted' })
    await forum.followDiscussion(reader, blocked)
    await expect(forum.followDiscussion(reader, deleted)).rejects.toMatchObject({ reason: 'topic_deleted' })
    const { items } = await forum.listDiscussions(reader, all)
    expect(items).toMatchObject([{ id: blocked, state: 'blocked', post_count: 0, last_activity: null }])
  })

  test('R6.06 a banned reader can’t write, and can again when the ban is over', async () => {
    const reader = await newMember('straka')
    const topic = await counter.openTopic('open')
    const member = { nickname: 'straka', blog: null, visibility: 'public' } as const
    await forum.putMember(reader, { ...member, banned: true, revision: 2 })
    await expect(forum.addPost(reader, topic, 'Nie')).rejects.toMatchObject({ reason: 'forum_banned' })
    await forum.putMember(reader, { ...member, banned: false, revision: 3 })
    expect(await forum.addPost(reader, topic, 'Áno')).toMatchObject({ text: 'Áno', topic: { id: topic } })
  })

  test('R6.06 a request that arrives after a later one takes no ban back', async () => {
    const reader = await newMember('straka2')
    const topic = await counter.openTopic('open')
    const member = { nickname: 'straka2', blog: null, visibility: 'public' } as const
    await forum.putMember(reader, { ...member, banned: true, revision: 3 })
    await forum.putMember(reader, { ...member, banned: false, revision: 2 })
    await expect(forum.addPost(reader, topic, 'Nie')).rejects.toMatchObject({ reason: 'forum_banned' })
  })

  test('readers follow each other, idempotent; private ones are counted', async () => {
    const [one, other] = [await newMember('jana_k'), await newMember('sedlo')]
    const topic = await counter.openTopic('open')
    await forum.addPost(one, topic, 'Áno')
    await forum.addPost(other, topic, 'Áno')
    await expect(forum.followMember(one, 'no-such')).rejects.toMatchObject({ reason: 'not_found' })
    const otherId = await counter.idOf(other)
    await Promise.all(Array.from({ length: 5 }, () => forum.followMember(one, otherId)))
    await expect(forum.followMember(one, await counter.idOf(one))).rejects.toBeInstanceOf(ForumRefusal)
    expect(await forum.listFollowing(one, all)).toMatchObject({
      items: [{ nickname: 'sedlo', post_count: 1, followed: true }],
      total: 1,
    })
    expect(await forum.listFollowers(other, all)).toMatchObject({
      items: [{ nickname: 'jana_k', followed: false }],
    })
    await forum.putMember(one, {
      nickname: 'jana',
      blog: null,
      visibility: 'private',
      banned: false,
      revision: 2,
    })
    expect(await forum.listFollowers(other, all)).toMatchObject({
      items: [{ nickname: 'jana', post_count: null }],
    })
    await forum.unfollowMember(one, otherId)
    await forum.unfollowMember(one, otherId)
    expect((await forum.listFollowing(one, all)).total).toBe(0)
  })

  test('followed discussions are sorted by latest activity, and can be unfollowed', async () => {
    const reader = await newMember()
    const [quiet, lively] = [await counter.openTopic('open'), await counter.openTopic('open')]
    await forum.followDiscussion(reader, quiet)
    await forum.followDiscussion(reader, lively)
    await forum.addPost(await newMember(), quiet, 'Prvý')
    await forum.addPost(await newMember(), lively, 'Druhý')
    const ids = async () => (await forum.listDiscussions(reader, all)).items.map(each => each.id)
    expect(await ids()).toEqual([lively, quiet])
    await forum.unfollowDiscussion(reader, lively)
    expect(await ids()).toEqual([quiet])
  })

  test('twenty posts at once are twenty posts', async () => {
    const reader = await newMember()
    const topic = await counter.openTopic('open')
    await Promise.all(Array.from({ length: 20 }, (_, n) => forum.addPost(reader, topic, `${n}`)))
    expect((await forum.listPosts(reader, all)).total).toBe(20)
  })

  test('race: one post sent twenty times with its key is one; the same key is another reader’s own', async () => {
    const [reader, other] = [await newMember(), await newMember()]
    const topic = await counter.openTopic('open')
    const send = (as: string) => forum.addPost(as, topic, 'Raz', 'key')
    const posts = await Promise.all(Array.from({ length: 20 }, () => send(reader)))
    expect(new Set(posts.map(({ id }) => id)).size).toBe(1)
    expect((await send(other)).id).not.toBe(posts[0]?.id)
    expect((await forum.listPosts(reader, all)).total).toBe(1)
  })
})

async function openEmbedded(): Promise<Counter> {
  const database = await createTestDatabase()
  const deps = {
    db: database.db,
    clock: machineClock,
    discussionUrl: 'https://noviny.example/diskusia/{code}',
  }
  const service = await startForum(deps)
  return {
    forum: httpForum(service.url, service.token),
    openTopic: state => makeTopic(deps, { state }),
    idOf: async reader => String(await memberOf(database.db, reader)),
    stop: async () => {
      await service.stop()
      await database.close()
    },
  }
}

test('R1.08 the embedded forum’s discussions are read where the publisher shows them, deleted ones nowhere', async () => {
  const database = await createTestDatabase()
  const deps = { db: database.db, clock: machineClock }
  const openId = await makeTopic(deps, { code: 'vlak z Košíc?', state: 'open' })
  const deletedId = await makeTopic(deps, { code: 'zmazana', state: 'open' })
  for (const [discussionUrl, expected] of [
    [
      'https://noviny.example/diskusia/{code}?od=profil',
      'https://noviny.example/diskusia/vlak%20z%20Ko%C5%A1%C3%ADc%3F?od=profil',
    ],
    [undefined, null],
  ] as const) {
    const service = await startForum({ ...deps, discussionUrl })
    const forum = httpForum(service.url, service.token)
    await forum.putMember('reader', {
      nickname: 'r',
      blog: null,
      visibility: 'public',
      banned: false,
      revision: 1,
    })
    await forum.followDiscussion('reader', openId)
    await forum.followDiscussion('reader', deletedId)
    await forum.addPost('reader', openId, 'Áno')
    const urls = () =>
      forum.listDiscussions('reader', { limit: 10 }).then(page => page.items.map(each => each.url))
    expect(await urls()).toContain(expected)
    expect((await forum.listPosts('reader', { limit: 10 })).items[0]?.topic.url).toBe(expected)
    await database.db.update(forumTopics).set({ state: 'deleted' }).where(eq(forumTopics.code, 'zmazana'))
    expect(await urls()).toEqual(expect.arrayContaining([expected, null]))
    await database.db.update(forumTopics).set({ state: 'open' }).where(eq(forumTopics.code, 'zmazana'))
    await service.stop()
  }
  await database.close()
})

describe('a forum that is not as it should be', () => {
  /** Answers everything with one status and one text. */
  async function startNonsense(status: number, text: string) {
    const seen: { url: string | undefined; authorization: string | undefined }[] = []
    const server = createServer((request, response) => {
      seen.push({ url: request.url, authorization: request.headers.authorization })
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(text)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return { url: `http://127.0.0.1:${port}`, seen, stop: () => server.close() }
  }

  test.each([
    [500, '{"reason":"topic_blocked"}'],
    [200, 'not JSON'],
    [200, '{"items":"many"}'],
    [302, ''],
    [401, '{"reason":"unauthorized"}'],
    [404, '<h1>nginx</h1>'],
  ])('one that answers %i %s is unavailable', async (status, text) => {
    const nonsense = await startNonsense(status, text)
    const forum = httpForum(nonsense.url, 'secret')
    await expect(forum.listPosts('7', { limit: 20 })).rejects.toBeInstanceOf(ForumUnavailable)
    expect(nonsense.seen).toEqual([{ url: '/v1/members/7/posts?limit=20', authorization: 'Bearer secret' }])
    nonsense.stop()
  })

  test('an unreachable one is unavailable', async () => {
    const nonsense = await startNonsense(200, '')
    nonsense.stop()
    await expect(httpForum(nonsense.url, undefined).readActivity('7')).rejects.toBeInstanceOf(
      ForumUnavailable,
    )
  })

  test('the embedded one answers nobody without its token', async () => {
    const database = await createTestDatabase()
    const service = await startForum({ db: database.db, clock: machineClock, discussionUrl: undefined })
    await expect(httpForum(service.url, 'guessed').readActivity('7')).rejects.toBeInstanceOf(ForumUnavailable)
    await service.stop()
    await database.close()
  })
})
