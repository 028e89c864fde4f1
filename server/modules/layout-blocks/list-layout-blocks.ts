import type { Deps } from '#server/platform/deps.ts'
import { LayoutBlock } from './change-layout-block.ts'
import { layoutBlocks } from './tables.ts'

/** All blocks that have items, in the order of the page, Slovak before English. */
export async function listLayoutBlocks({ db }: Pick<Deps, 'db'>): Promise<LayoutBlock[]> {
  const rows = (await db.select().from(layoutBlocks)).map(row => LayoutBlock.parse(row))
  const { block, locale } = LayoutBlock.shape
  return block.options.flatMap(name =>
    locale.options.flatMap(language => rows.filter(row => row.block === name && row.locale === language)),
  )
}
