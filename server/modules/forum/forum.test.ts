import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ForumProfile, Post } from '#contract/forum/forum.ts'
import { forumMembers, forumTopics } from '#server/gateways/forum/embedded/tables.ts'
import { keyOf } from '#server/testing/inspect/error-key.ts'
import { makeReader } from '#server/testing/make/reader.ts'
import { makeTopic } from '#server/testing/make/topic.ts'
import { openForFile } from '#server/testing/setup/open-for-file.ts'
import { createTestApp } from '#server/testing/setup/test-app.ts'
import { openBrowser, type TestBrowser } from '#server/testing/setup/test-browser.ts'
import { forumNameOf } from './forum-deps.ts'
import { decideChange } from './index.ts'
import { forumProfiles } from './tables.ts'

const server = openForFile(createTestApp)
let browser: TestBrowser
let userId: number
let own: string

beforeEach(async () => {
  const reader = await makeReader(server.deps)
  userId = reader.id
  own = `/rest/api/prv/v1/users/${userId}/forum-profile`
  browser = openBrowser(server.app)
  await browser.signIn(reader.email)
})

let named = 0
const giveNickname = async (more: Partial<typeof forumProfiles.$inferInsert> = {}) => {
  await server.deps.db.insert(forumProfiles).values({ userId, nickname: `citatel${named++}`, ...more })
}
const profile = async () => (await browser.get(own)).json<ForumProfile>()
const write = (topic: string, text: string, headers = {}) =>
  browser.post(`/rest/api/prv/v1/topics/${topic}/posts`, { json: { text }, headers })
const list = async (name: string, query = '') =>
  (await browser.get(`${own}/${name}?${query}`)).json<{
    items: { id: string }[]
    next_cursor: string | null
    total: number
  }>()

describe('R1.08 R3.10 the discussion profile', () => {
  test('counts what was written, with the first and the last time', async () => {
    await giveNickname()
    const topic = await makeTopic(server.deps)
    expect(await profile()).toMatchObject({ post_count: 0, first_activity: null, last_activity: null })
    const first = await write(topic, 'Prvý príspevok')
    expect(first.statusCode).toBe(201)
    server.clock.advance('PT5M')
    await write(topic, 'Druhý príspevok')
    const { post_count, first_activity, last_activity } = await profile()
    expect(post_count).toBe(2)
    expect(Date.parse(last_activity ?? '') - Date.parse(first_activity ?? '')).toBeGreaterThanOrEqual(300_000)
    expect((await list('posts')).total).toBe(2)
  })

  test('is private until it is made public, and the forum is told', async () => {
    expect((await profile()).state).toBe('private')
    const answer = await browser.patch(own, { json: { state: 'public' } })
    expect([answer.statusCode, answer.json<ForumProfile>().state]).toEqual([200, 'public'])
    await browser.patch(own, { json: { state: 'public' } })
    await vi.waitFor(async () => expect(await member()).toMatchObject({ visibility: 'public' }), 15_000)
    expect((await browser.patch(own, { json: { state: 'open' } })).statusCode).toBe(400)
  })

  test('an approved nickname is the forum’s too', async () => {
    await browser.post(`${own}/nickname-changes`, { json: { nickname: 'do_fora' } })
    await decideChange(server.deps, (await profile()).nickname_change?.id ?? 0, { decision: 'approved' })
    await vi.waitFor(async () => expect(await member()).toMatchObject({ nickname: 'do_fora' }), 15_000)
  })

  const member = async () => {
    const [row] = await server.deps.db
      .select()
      .from(forumMembers)
      .where(eq(forumMembers.reader, forumNameOf(userId)))
    return row
  }

  test('R6.01 is out of reach for others: its lists, change requests and follows', async () => {
    const stranger = openBrowser(server.app)
    await stranger.signIn((await makeReader(server.deps)).email)
    for (const path of ['', '/discussions', '/posts', '/following', '/followers']) {
      expect((await stranger.get(`${own}${path}`)).statusCode).toBe(403)
    }
    expect((await stranger.patch(own, { json: { state: 'public' } })).statusCode).toBe(403)
    expect((await stranger.post(`${own}/nickname-changes`, { json: { nickname: 'cudzi' } })).statusCode).toBe(
      403,
    )
    expect((await stranger.put(`${own}/discussions/1`)).statusCode).toBe(403)
    expect((await stranger.delete(`${own}/following/1`)).statusCode).toBe(403)
  })

  test('R8.07 of an account that is about to be erased can’t be changed', async () => {
    const reader = await makeReader(server.deps, { anonymizationRequestedAt: server.clock.now() })
    await browser.signIn(reader.email)
    const path = `/rest/api/prv/v1/users/${reader.id}/forum-profile`
    await server.deps.db.insert(forumProfiles).values({ userId: reader.id, nickname: 'odchadza' })
    const topic = await makeTopic(server.deps)
    const refused = [
      await browser.post(`${path}/nickname-changes`, { json: { nickname: 'este_ja' } }),
      await browser.post(`${path}/blog-changes`, { json: { blog: 'https://blog.example' } }),
      await browser.patch(path, { json: { state: 'public' } }),
      await browser.put(`${path}/discussions/${topic}`),
      await write(topic, 'Ešte ja'),
    ]
    expect(refused.map(keyOf)).toEqual(Array.from(refused, () => 'user_anonymization_pending'))
  })
})

describe('R4.12 R6.06 writing', () => {
  test('a banned reader can’t write, is told why, and may write when the ban is over', async () => {
    const bannedAt = server.clock.now()
    await giveNickname({ bannedAt, banReasonSk: 'Urážky', banReasonEn: 'Insults' })
    const topic = await makeTopic(server.deps)
    const answer = await write(topic, 'Nie')
    expect([answer.statusCode, keyOf(answer)]).toEqual([403, 'forum_banned'])
    expect(await profile()).toMatchObject({ banned: true, banned_reason: 'Urážky', post_count: 0 })
    await server.deps.db.update(forumProfiles).set({ bannedAt: null }).where(eq(forumProfiles.userId, userId))
    expect((await write(topic, 'Áno')).statusCode).toBe(201)
  })

  test('a post needs a nickname and a text, which is not too long', async () => {
    const topic = await makeTopic(server.deps)
    expect(keyOf(await write(topic, 'Áno'))).toBe('forum_nickname_needed')
    await giveNickname()
    expect(keyOf(await write(topic, ' \n '))).toBe('required')
    expect((await write(topic, 'a'.repeat(2001))).json()).toMatchObject({
      errors: [{ key: 'max_length', params: { max: 2000 } }],
    })
    expect(keyOf(await write(topic, 'a\0b'))).toBe('invalid_input')
    const kept = await write(topic, '<script>alert(1)</script>\n„Dobrý deň“ 😀')
    expect(kept.json()).toMatchObject({ text: '<script>alert(1)</script>\n„Dobrý deň“ 😀' })
  })

  test('race: a post sent again with its key is one post, and answered so after the topic is blocked', async () => {
    await giveNickname()
    const topic = await makeTopic(server.deps)
    const key = { 'idempotency-key': 'a' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(topic, 'Raz', key)))
    const [first] = answers
    for (const answer of answers) expect([answer.statusCode, answer.body]).toEqual([201, first?.body])
    // Whoever corrects the text in the same form writes another one.
    expect((await write(topic, 'Dva', key)).statusCode).toBe(201)
    expect((await write(topic, 'Raz')).statusCode).toBe(201)
    expect((await list('posts')).total).toBe(3)
    await server.deps.db
      .update(forumTopics)
      .set({ state: 'blocked' })
      .where(eq(forumTopics.id, Number(topic)))
    const again = await write(topic, 'Raz', key)
    expect([again.statusCode, again.json<Post>().id]).toEqual([201, first?.json<Post>().id])
  })

  test('a blocked and a deleted topic refuse posts; an unknown one is not found', async () => {
    await giveNickname()
    const blocked = await makeTopic(server.deps, { state: 'blocked' })
    const deleted = await makeTopic(server.deps, { state: 'deleted' })
    const refused = [await write(blocked, 'Nie'), await write(deleted, 'Nie'), await write('no-such', 'Nie')]
    expect(refused.map(answer => [answer.statusCode, keyOf(answer)])).toEqual([
      [422, 'topic_blocked'],
      [422, 'topic_deleted'],
      [404, 'not_found'],
    ])
    expect((await browser.put(`${own}/discussions/${blocked}`)).statusCode).toBe(204)
    expect(keyOf(await browser.put(`${own}/discussions/${deleted}`))).toBe('topic_deleted')
    expect((await list('discussions')).items).toMatchObject([{ id: blocked, state: 'blocked' }])
  })

  test('R8.01 rate limit: a reader who writes faster than people can is refused', async () => {
    await giveNickname()
    const topic = await makeTopic(server.deps)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => write(topic, `${n}`)))
    expect(answers.filter(answer => answer.statusCode === 201)).toHaveLength(10)
    expect(answers.filter(answer => answer.statusCode === 429)).toHaveLength(10)
  })
})

describe('R1.08 lists', () => {
  test('come in pages of twenty by default; an invalid cursor begins at the start', async () => {
    await giveNickname()
    const topics = await Promise.all(Array.from({ length: 23 }, () => makeTopic(server.deps)))
    for (const topic of topics) await browser.put(`${own}/discussions/${topic}`)
    const first = await list('discussions')
    expect([first.items.length, first.total]).toEqual([20, 23])
    const second = await list('discussions', `cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ next_cursor: null, total: 23 })
    const ids = [...first.items, ...second.items].map(each => each.id)
    expect(new Set(ids)).toEqual(new Set(topics))
    expect((await browser.get(`${own}/posts?cursor=%27`)).statusCode).toBe(400)
    expect((await browser.get(`${own}/posts?limit=1000`)).statusCode).toBe(422)
  })

  test('readers follow each other by the forum’s own opaque ids', async () => {
    await giveNickname()
    await browser.put(`${own}/discussions/${await makeTopic(server.deps)}`)
    const [me] = await server.deps.db
      .select()
      .from(forumMembers)
      .where(eq(forumMembers.reader, forumNameOf(userId)))
    const other = await makeReader(server.deps)
    const others = openBrowser(server.app)
    await others.signIn(other.email)
    const path = `/rest/api/prv/v1/users/${other.id}/forum-profile/following/${me?.id}`
    expect((await others.put(path)).statusCode).toBe(204)
    const { items } = await list('followers')
    expect(items).toHaveLength(1)
    expect(JSON.stringify(items)).not.toContain(other.email)
    expect((await browser.put(`${own}/following/${items[0]?.id}`)).statusCode).toBe(204)
    expect((await list('following')).total).toBe(1)
    expect((await browser.delete(`${own}/following/${items[0]?.id}`)).statusCode).toBe(204)
    expect((await list('following')).total).toBe(0)
    expect(keyOf(await browser.put(`${own}/following/${me?.id}`))).toBe('not_found')
  })
})
