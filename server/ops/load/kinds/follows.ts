import { inArray, sql } from 'drizzle-orm'
import * as z from 'zod'
import { FollowKind } from '#contract/follows/follows.ts'
import { searchTextOf } from '#server/modules/follows/index.ts'
import { followables, follows } from '#server/modules/follows/tables.ts'
import { ReaderEmail, Text, Texts } from '../fields.ts'
import { defineKind, type LoadContext } from '../kind.ts'
import { findReaderId, missing } from '../references.ts'
import { FileTime } from '../times.ts'
import { addRow, upsertRow } from '../upsert-row.ts'

const Code = z.string().regex(/^[a-z\d-]{1,100}$/)

type Followable = {
  kind: FollowKind
  code: string
  name: { sk: string; en: string }
  detail?: { sk: string; en: string }
}

/** Topics that readers can follow. */
export const topicsKind = defineKind({
  name: 'topics',
  schema: z.strictObject({ code: Code, title: Texts }),
  keyOf: topic => topic.code,
  isBatched: true,
  write: (context, { code, title }) => writeFollowable(context, { kind: 'topic', code, name: title }),
})

/** Authors that readers can follow, with the desk that they write for. */
export const authorsKind = defineKind({
  name: 'authors',
  schema: z.strictObject({ code: Code, name: Text, desk: Texts }),
  keyOf: author => author.code,
  isBatched: true,
  write: (context, { code, name, desk }) =>
    writeFollowable(context, { kind: 'author', code, name: { sk: name, en: name }, detail: desk }),
})

/** Bloggers that readers can follow, with the name of their blog. */
export const bloggersKind = defineKind({
  name: 'bloggers',
  schema: z.strictObject({ code: Code, name: Text, blog: Texts }),
  keyOf: blogger => blogger.code,
  isBatched: true,
  write: (context, { code, name, blog }) =>
    writeFollowable(context, { kind: 'blogger', code, name: { sk: name, en: name }, detail: blog }),
})

const writeFollowable = (context: LoadContext, { kind, code, name, detail }: Followable) =>
  upsertRow(context, followables, ['kind', 'code'], [], {
    kind,
    code,
    nameSk: name.sk,
    nameEn: name.en,
    detailSk: detail?.sk ?? null,
    detailEn: detail?.en ?? null,
    searchText: searchTextOf([name.sk, name.en], [detail?.sk ?? null, detail?.en ?? null]),
  })

/** What readers follow. What a reader unfollowed comes back while the file still has it. */
export const followsKind = defineKind({
  name: 'follows',
  schema: z.strictObject({ reader: ReaderEmail, kind: FollowKind, code: Code, at: FileTime }),
  keyOf: row => `${row.kind} ${row.code} of ${row.reader}`,
  isBatched: true,
  write: async (context, { reader, kind, code, at }) => {
    const { tx, batches, now } = context
    const userId = await findReaderId(context, reader)
    const key = sql<string>`${followables.kind} || ' ' || ${followables.code}`
    const followable = await batches.find('find followables', `${kind} ${code}`, keys =>
      tx.select({ key, id: followables.id }).from(followables).where(inArray(key, keys)),
    )
    if (!followable) return missing(['code'], kind, code, `${kind}s`)
    const row = { userId, followableId: followable.id, followedAt: at.at(now) }
    return addRow(context, follows, ['userId', 'followableId'], row)
  },
})
