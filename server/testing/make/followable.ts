import { searchTextOf } from '#server/modules/follows/index.ts'
import { followables } from '#server/modules/follows/tables.ts'
import type { Deps } from '#server/platform/deps.ts'

type Given = Pick<typeof followables.$inferInsert, 'kind'> & {
  code: string
  name: string
  nameEn?: string
  detail?: string
}

/** Puts something to follow into the database, findable as a loaded one would be. */
export async function makeFollowables({ db }: Pick<Deps, 'db'>, given: readonly Given[]): Promise<void> {
  await db.insert(followables).values(
    given.map(({ kind, code, name, nameEn = name, detail }) => ({
      kind,
      code,
      nameSk: name,
      nameEn,
      detailSk: detail ?? null,
      detailEn: detail ?? null,
      searchText: searchTextOf([name, nameEn], [detail ?? null]),
    })),
  )
}
