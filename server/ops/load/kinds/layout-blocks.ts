import { LayoutBlock } from '#server/modules/layout-blocks/index.ts'
import { layoutBlocks } from '#server/modules/layout-blocks/tables.ts'
import { defineKind } from '../kind.ts'
import { upsertRow } from '../upsert-row.ts'

/** The publisher's header, pager, footer and end of page. */
export const layoutBlocksKind = defineKind({
  name: 'layout-blocks',
  schema: LayoutBlock,
  keyOf: ({ block, locale }) => `${block} in ${locale}`,
  write: (context, row) => upsertRow(context, layoutBlocks, ['block', 'locale'], [], row),
})
