import { and, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import { Blog } from '#contract/forum/blog.ts'
import { ForumVisibility } from '#contract/forum/forum.ts'
import { hasNicknameAlphabet, Nickname } from '#contract/forum/nickname.ts'
import { forumMembers } from '#server/gateways/forum/embedded/tables.ts'
import { forumNameOf, nicknameSkeleton, notifyForum } from '#server/modules/forum/index.ts'
import { forumChanges, forumNicknames, forumProfiles } from '#server/modules/forum/tables.ts'
import { ReaderEmail, Reasons } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { RowFault } from '../load-error.ts'
import { findReaderId } from '../references.ts'
import { FileTime } from '../times.ts'
import { addRow } from '../upsert-row.ts'

const PlainNickname = Nickname.check(
  z.refine(hasNicknameAlphabet, {
    message: 'holds something else than Latin letters, digits, "_", "." and "-"; correct it.',
  }),
)

const ChangeState = z.enum(['requested', 'approved', 'declined'])

const ForumProfile = z
  .strictObject({
    reader: ReaderEmail,
    nickname: z.nullable(PlainNickname),
    blog: z.nullable(Blog).optional(),
    state: ForumVisibility,
    banned_since: FileTime.optional(),
    banned_reason: Reasons.optional(),
    nickname_change: z
      .strictObject({
        nickname: PlainNickname,
        state: ChangeState,
        requested: FileTime,
        decided: FileTime.optional(),
        reason: Reasons.optional(),
      })
      .refine(change => (change.state === 'requested') === (change.decided === undefined), {
        path: ['decided'],
        message: 'is there exactly when the state is "approved" or "declined"; correct it.',
      })
      .optional(),
  })
  .refine(row => row.banned_reason === undefined || row.banned_since !== undefined, {
    path: ['banned_since'],
    message: 'is missing though "banned_reason" is there; add it.',
  })
type ForumProfile = z.output<typeof ForumProfile>

/** Who readers are in discussions, here and in the forum. An existing profile is not touched. */
export const forumProfilesKind = defineKind({
  name: 'forum-profiles',
  schema: ForumProfile,
  keyOf: row => row.reader,
  write: async (context, row) => {
    const { tx, now, jobs } = context
    const userId = await findReaderId(context, row.reader)
    const profile = {
      nickname: row.nickname,
      blog: row.blog == null ? null : new URL(row.blog).href,
      visibility: row.state,
    }
    const outcome = await addRow(context, forumProfiles, ['userId'], {
      userId,
      ...profile,
      bannedAt: row.banned_since?.at(now) ?? null,
      banReasonSk: row.banned_reason?.sk ?? null,
      banReasonEn: row.banned_reason?.en ?? null,
    })
    if (outcome === 'unchanged') return outcome
    if (row.nickname !== null) await reserve(context, userId, row.nickname, { used: true })
    await writeChange(context, userId, row)
    const member = { ...profile, banned: row.banned_since !== undefined }
    await tx
      .insert(forumMembers)
      .values({ reader: forumNameOf(userId), ...member })
      .onConflictDoUpdate({ target: forumMembers.reader, set: member })
    // The same again for the embedded one.
    if (jobs) await notifyForum(tx, { jobs }, userId)
    return outcome
  },
})

async function writeChange(context: LoadContext, userId: number, row: ForumProfile): Promise<void> {
  const { nickname_change: change } = row
  if (!change) return
  // Who has asked here meanwhile has asked later.
  const own = and(eq(forumChanges.userId, userId), eq(forumChanges.kind, 'nickname'))
  if ((await context.tx.$count(forumChanges, own)) > 0) return
  if (change.state === 'requested') await reserve(context, userId, change.nickname, { used: false })
  await context.tx.insert(forumChanges).values({
    userId,
    kind: 'nickname',
    value: change.nickname,
    state: change.state,
    requestedAt: change.requested.at(context.now),
    decidedAt: change.decided?.at(context.now) ?? null,
    reasonSk: change.reason?.sk ?? null,
    reasonEn: change.reason?.en ?? null,
  })
}

/** Reserves it, unless another reader has one that looks the same; the own one may be asked for, written otherwise. */
async function reserve(
  { tx }: LoadContext,
  userId: number,
  nickname: string,
  { used }: { used: boolean },
): Promise<void> {
  const reserved = await tx
    .insert(forumNicknames)
    .values({ skeleton: nicknameSkeleton(nickname), userId, used })
    .onConflictDoUpdate({
      target: forumNicknames.skeleton,
      set: { used: sql`${forumNicknames.used} or excluded.used` },
      setWhere: eq(forumNicknames.userId, userId),
    })
    .returning({ userId: forumNicknames.userId })
  if (reserved.length === 0) {
    throw new RowFault(
      ['nickname'],
      `"${nickname}" looks like a nickname that is taken already; choose another one.`,
    )
  }
}
