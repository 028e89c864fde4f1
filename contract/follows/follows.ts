import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Instant, PageQuery, UserParams, usersPath } from '../wire.ts'

const tag = 'Follows'

/** What can be followed (R1.07). */
export const FollowKind = z.enum(['topic', 'author', 'blogger'])
export type FollowKind = z.infer<typeof FollowKind>

const searchText = z.optional(z.string().check(z.maxLength(100, 'max_length')))
const page = <Item extends z.ZodMiniType>(item: Item) =>
  ({ items: z.array(item), next_cursor: z.nullable(z.string()) }) as const

/** `id` is the slug, e.g. `boris-bezak`; `detail` an author's desk or the name of a blog. */
export const Followable = z.object({ id: z.string(), name: z.string(), detail: z.nullable(z.string()) })
export type Followable = z.infer<typeof Followable>

export const listFollowables = endpoint({
  method: 'GET',
  path: '/rest/api/prv/v1/follows/:kind',
  summary: 'What can be followed, by name or by a search that ignores case and diacritics',
  tag,
  access: 'public',
  params: z.object({ kind: FollowKind }),
  query: z.object({ ...PageQuery.shape, q: searchText }),
  success: { status: 200, body: z.object(page(Followable)) },
})

const own = {
  path: `${usersPath}/follows/:kind`,
  tag,
  access: 'reader',
  params: z.object({ ...UserParams.shape, kind: FollowKind }),
} as const

export const FollowedItem = z.object({ ...Followable.shape, followed: z.boolean() })
export type FollowedItem = z.infer<typeof FollowedItem>

/** Without it, what is followed. */
const FollowsShown = z.enum(['followed', 'others', 'all'])
export type FollowsShown = z.infer<typeof FollowsShown>

export const listFollows = endpoint({
  ...own,
  method: 'GET',
  summary:
    'What the reader follows, with `show=others` what the reader does not, or with `show=all` everything with a mark',
  query: z.object({ ...PageQuery.shape, q: searchText, show: z.optional(FollowsShown) }),
  success: {
    status: 200,
    body: z.object({
      ...page(FollowedItem),
      /** How many the reader follows in total. */
      total: z.int(),
      /** When a requested "unfollow all" will be done; null when none is in progress. */
      unfollowing_until: z.nullable(Instant),
    }),
  },
})

const ownFollow = {
  ...own,
  path: `${usersPath}/follows/:kind/:id`,
  params: z.extend(own.params, { id: z.string().check(z.regex(/^[a-z\d-]{1,100}$/, 'invalid_input')) }),
  success: { status: 204 },
} as const

export const follow = endpoint({
  ...ownFollow,
  method: 'PUT',
  summary: 'Follow. A repeat changes nothing',
  refusals: ['user_anonymization_pending', 'not_found'],
})

export const unfollow = endpoint({
  ...ownFollow,
  method: 'DELETE',
  summary: 'Unfollow. A repeat changes nothing',
  refusals: ['not_found'],
})

export const unfollowAll = endpoint({
  ...own,
  method: 'DELETE',
  summary: 'Unfollow all of a kind: accepted at once, done within a minute (R4.16)',
  success: { status: 202, body: z.object({ done_before: Instant }) },
})
