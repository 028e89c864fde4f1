import * as z from 'zod'
import { DiscussionPage, MemberPage, Post, PostPage } from '#contract/forum/forum.ts'
import { type ForumGateway, ForumRefusal, ForumUnavailable, forumRefusals, type PageWanted } from './port.ts'

/** Timeout: a reader waits for the answer. */
const timeoutMs = 4000

const instant = z.nullable(z.string().transform(text => Temporal.Instant.from(text)))
const Activity = z.object({ post_count: z.int(), first_activity: instant, last_activity: instant })
const Refused = z.object({ reason: z.enum(forumRefusals) })

/**
 * A forum over HTTP; docs/forum.md describes the calls. Its lists are paginated like the product's own.
 *
 * @param url address of the forum, before `/v1`
 * @param token sent as a bearer token, when there is one
 */
export function httpForum(url: string, token: string | undefined): ForumGateway {
  const call = caller(url, token)
  const member = (reader: string) => `/v1/members/${encodeURIComponent(reader)}`
  const inside = (reader: string, list: string, id: string) =>
    `${member(reader)}/${list}/${encodeURIComponent(id)}`
  const list =
    <S extends z.core.$ZodType>(name: string, page: S) =>
    (reader: string, wanted: PageWanted) =>
      call('GET', `${member(reader)}/${name}?${queryOf(wanted)}`, page)
  return {
    putMember: (reader, { nickname, blog, visibility, banned, revision }) =>
      call('PUT', member(reader), Nothing, { nickname, blog, visibility, banned, revision }),
    readActivity: async reader => {
      const found = await call('GET', member(reader), Activity)
      return {
        postCount: found.post_count,
        firstActivity: found.first_activity,
        lastActivity: found.last_activity,
      }
    },
    listDiscussions: list('discussions', DiscussionPage),
    listPosts: list('posts', PostPage),
    listFollowing: list('following', MemberPage),
    listFollowers: list('followers', MemberPage),
    followDiscussion: (reader, id) => call('PUT', inside(reader, 'discussions', id), Nothing),
    unfollowDiscussion: (reader, id) => call('DELETE', inside(reader, 'discussions', id), Nothing),
    followMember: (reader, id) => call('PUT', inside(reader, 'following', id), Nothing),
    unfollowMember: (reader, id) => call('DELETE', inside(reader, 'following', id), Nothing),
    addPost: (reader, topicId, text, key) =>
      call('POST', `/v1/topics/${encodeURIComponent(topicId)}/posts`, Post, { reader, text }, key),
  }
}

const Nothing = z.undefined()

function queryOf({ limit, cursor }: PageWanted): string {
  const query = new URLSearchParams({ limit: String(limit) })
  if (cursor !== undefined) query.set('cursor', cursor)
  return query.toString()
}

function caller(url: string, token: string | undefined) {
  return async <S extends z.core.$ZodType>(
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    path: string,
    answer: S,
    body?: object,
    key?: string,
  ): Promise<z.core.output<S>> => {
    const unavailable = (cause: unknown): never => {
      throw new ForumUnavailable('The forum did not answer', { cause })
    }
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        accept: 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(unavailable)
    const text = await response.text().catch(unavailable)
    if (response.ok) return parsed(answer, text)
    const refused = response.status < 500 && Refused.safeParse(jsonOf(text))
    if (refused && refused.success) throw new ForumRefusal(refused.data.reason)
    throw new ForumUnavailable(`The forum answered ${response.status}`)
  }
}

function parsed<S extends z.core.$ZodType>(schema: S, text: string): z.core.output<S> {
  const result = z.core.safeParse(schema, text === '' ? undefined : jsonOf(text))
  if (!result.success) throw new ForumUnavailable('The forum answered something else than was asked for')
  return result.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
