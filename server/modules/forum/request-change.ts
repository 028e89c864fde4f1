import { and, eq } from 'drizzle-orm'
import { hasNicknameAlphabet } from '#contract/forum/nickname.ts'
import { recordActivity } from '#server/modules/activity/index.ts'
import { lockStayingReader } from '#server/modules/identity/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Tx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/route.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { ForumDeps } from './forum-deps.ts'
import { nicknameSkeleton } from './nickname-skeleton.ts'
import { type ChangeKind, findNewestChange, findProfile, releaseNickname, reserveNickname } from './store.ts'
import { forumChanges } from './tables.ts'

type RequestDeps = Pick<ForumDeps, 'db' | 'clock' | 'jobs' | 'limiter' | 'settings'>

/**
 * Requests a nickname (R4.11). It is reserved for the reader until the publisher has decided; a pending request is
 * replaced, and its nickname is free again.
 *
 * @param nickname normalized by `Nickname` of the contract
 * @throws AppError `nickname_used_by_another_user`, `nickname_already_set`, `nickname_field_characters`,
 *   `nickname_reserved`, `user_anonymization_pending`, `too_many_requests`
 */
export async function requestNicknameChange(
  deps: RequestDeps,
  actor: Actor,
  nickname: string,
): Promise<void> {
  const { userId } = actor
  const skeleton = nicknameSkeleton(nickname)
  const request = async (tx: Tx) => {
    // Locked, so that of concurrent requests the last one is pending and the others are replaced.
    await lockStayingReader(tx, userId)
    const profile = await findProfile(tx, userId)
    if (profile?.nickname === nickname) throw new AppError({ key: 'nickname_already_set', field: 'nickname' })
    if (await isPending(tx, { userId, kind: 'nickname', value: nickname })) return
    // Checked before its letters, so that a look-alike is told to be taken.
    if (!(await reserveNickname(tx, skeleton, userId))) {
      throw new AppError({ key: 'nickname_used_by_another_user', field: 'nickname' })
    }
    if (isReserved(skeleton, deps.settings.reservedNicknames)) {
      throw new AppError({ key: 'nickname_reserved', field: 'nickname' })
    }
    if (!hasNicknameAlphabet(nickname)) {
      throw new AppError({ key: 'nickname_field_characters', field: 'nickname' })
    }
    const replaced = await replacePending(tx, deps, { userId, kind: 'nickname', value: nickname })
    const former = replaced === undefined ? skeleton : nicknameSkeleton(replaced)
    if (former !== skeleton) await releaseNickname(tx, former, userId)
    await recordActivity(tx, deps, { userId, kind: 'nickname_requested', details: { nickname } })
  }
  await deps.limiter.attempt([[limits.forumWishes, userId]], () => deps.db.transaction(request))
}

/** Whether a nickname looks like a reserved word, i.e. like the publisher's own people. */
function isReserved(skeleton: string, words: readonly string[]): boolean {
  const plain = skeleton.replaceAll('-', '')
  return words.some(word => nicknameSkeleton(word).replaceAll('-', '') === plain)
}

/**
 * Requests another address of the blog (R4.11, R5.06); a pending request is replaced.
 *
 * @param blog normalized by `Blog` of the contract
 * @throws AppError `blog_already_set`, `user_anonymization_pending`, `too_many_requests`
 */
export async function requestBlogChange(deps: RequestDeps, actor: Actor, blog: string): Promise<void> {
  const { userId } = actor
  // Normalized URL: the host in lower case, as a browser would write it.
  const value = new URL(blog).href
  const request = async (tx: Tx) => {
    await lockStayingReader(tx, userId)
    const profile = await findProfile(tx, userId)
    if (profile?.blog === value) throw new AppError({ key: 'blog_already_set', field: 'blog' })
    if (await isPending(tx, { userId, kind: 'blog', value })) return
    await replacePending(tx, deps, { userId, kind: 'blog', value })
    await recordActivity(tx, deps, { userId, kind: 'blog_requested' })
  }
  await deps.limiter.attempt([[limits.forumWishes, userId]], () => deps.db.transaction(request))
}

type Request = { userId: number; kind: ChangeKind; value: string }

/** Whether the same request is pending: sent twice, it keeps its place and its id. */
async function isPending(tx: Tx, { userId, kind, value }: Request): Promise<boolean> {
  const newest = await findNewestChange(tx, userId, kind)
  return newest?.state === 'requested' && newest.value === value
}

/** @returns the pending request that was replaced, if any */
async function replacePending(
  tx: Tx,
  { clock }: Pick<ForumDeps, 'clock'>,
  request: Request,
): Promise<string | undefined> {
  const [waiting] = await tx
    .delete(forumChanges)
    .where(
      and(
        eq(forumChanges.userId, request.userId),
        eq(forumChanges.kind, request.kind),
        eq(forumChanges.state, 'requested'),
      ),
    )
    .returning({ value: forumChanges.value })
  await tx.insert(forumChanges).values({ ...request, state: 'requested', requestedAt: clock.now() })
  return waiting?.value
}
